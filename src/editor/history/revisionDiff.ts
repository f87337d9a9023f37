import * as vscode from 'vscode';
import { visibleText } from '../../domain/visibleText';
import type { SessionSummary } from '../../service/planStore';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { planUri } from '../documents/planDocuments';
import { revisionItem } from './revisionItem';
import { RevisionLog } from './revisionLog';
import { pickItem, shownSession } from '../commands/sessionPick';
import { knownRevision, storedPlan } from '../commands/storedPlan';

interface Pair {
  readonly earlier: number;
  readonly later: number;
}

/** Two revisions in the editor for differences: those that were named, else such as are chosen. */
export async function compareRevisions(command: MaintenanceCommand): Promise<void> {
  const { reader } = command;
  const session = await shownSession(command, title());
  const pair = session && (await revisionPair(command, session));
  if (!pair) return;
  const sides = [pair.earlier, pair.later];
  // An editor with an apology on one side would show the whole plan as new.
  for (const revision of sides) await storedPlan(reader, session.key, revision);
  const [left, right] = sides.map((revision) =>
    planUri(session.title, { session: session.key, revision, comparable: true }),
  );
  const name = visibleText(session.title);
  const label = vscode.l10n.t('{0}: revision {1} ↔ {2}', name, pair.earlier, pair.later);
  await vscode.commands.executeCommand('vscode.diff', left, right, label);
}

function title(): string {
  return vscode.l10n.t('Compare revisions of a plan');
}

async function revisionPair(
  command: MaintenanceCommand,
  session: SessionSummary,
): Promise<Pair | undefined> {
  const { t } = vscode.l10n;
  const revision = knownRevision(session, command.target.revision);
  const from = knownRevision(session, command.target.from);
  if (session.revision < 2) {
    tell(t('This plan has no two revisions to compare yet.'));
    return undefined;
  }
  if (revision === undefined && from === undefined) return pickedPair(command, session);
  const one = revision ?? session.revision;
  const other = from ?? one - 1;
  if (other === 0) {
    tell(t('Revision 1 is the first one: there is none before it to compare it with.'));
    return undefined;
  }
  return { earlier: Math.min(one, other), later: Math.max(one, other) };
}

/** By default the latest two. */
async function pickedPair(
  { reader }: MaintenanceCommand,
  { key }: SessionSummary,
): Promise<Pair | undefined> {
  const { t } = vscode.l10n;
  const read = await new RevisionLog(key, reader).caughtUp();
  const items = read === 'rewound' ? [] : read.log.headers.map(revisionItem);
  if (items.length < 2) {
    tell(t('This plan has no two revisions that can be read.'));
    return undefined;
  }
  const texts = { title: title(), placeholder: t('Choose the later revision') };
  const later = await pickItem(items.slice(0, -1), texts);
  if (!later) return undefined;
  const before = items.filter(({ revision }) => revision < later.revision);
  const earlier = await pickItem(before, {
    title: title(),
    placeholder: t('Choose the revision to compare it with'),
  });
  return earlier && { earlier: earlier.revision, later: later.revision };
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}
