import * as vscode from 'vscode';
import { type PlanDocument, revisionOf } from '../../domain/plan';
import type { Sentence } from '../../domain/sentence';
import type { Draft } from '../../domain/steering/draft';
import { draftMessage } from '../../domain/steering/draftMessage';
import { rebased } from '../../domain/steering/draftOperations';
import { conflictsOf } from '../../domain/steering/draftStanding';
import { goBackMessage, updateStatusesMessage } from '../../domain/steering/goingBack';
import type { RevisionHeader } from '../../protocol/planView';
import type { SessionSnapshot } from '../../service/planReader';
import { inWords } from '../inWords';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { revisionItem } from '../history/revisionItem';
import { RevisionLog } from '../history/revisionLog';
import { goneError, pickItem, shownSession } from '../commands/sessionPick';
import { knownRevision, storedPlan } from '../commands/storedPlan';
import { askInChat } from './askInChat';

/** The drafted changes as one message, in the chat of their plan. */
export async function sendDraft(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const found = await shownPlan(command, t('Send the drafted changes of a plan'));
  if (!found) return;
  const { session, plan } = found;
  const { steering } = command;
  const draft = steering.draft(session.key);
  const reason = whyNot(draft, plan);
  if (reason !== undefined) tell(reason);
  if (!draft || reason !== undefined) return;
  const { changes } = rebased(draft, plan);
  const mark = { revision: revisionOf(plan), answered: false };
  const sent: Draft = { changes, sent: mark };
  // Before anything takes time, so that a second press finds it sent.
  steering.change(session.key, sent);
  const asked = await askInChat(session, textOf(draftMessage(sent, plan)));
  const isSent = (await asked?.answered) ?? false;
  const now = steering.draft(session.key);
  // What was drafted since is not what was answered.
  if (now?.sent !== mark) return;
  steering.change(session.key, { ...now, sent: isSent ? { ...mark, answered: true } : undefined });
}

/** Why a draft cannot be sent now. */
function whyNot(draft: Draft | null, plan: PlanDocument): string | undefined {
  const { t } = vscode.l10n;
  if (!draft || (draft.changes.length === 0 && !draft.typing))
    return t('Nothing is drafted for this plan.');
  if (draft.sent?.answered === false)
    return t('These changes were sent already; the agent has not answered yet.');
  if (draft.typing)
    return t('The text of a step is still being typed. Press Enter in its field first.');
  return conflictsOf(draft, plan).size > 0
    ? t('The agent changed steps that you drafted about. Decide about them first.')
    : undefined;
}

/** One message that asks for the truth about what is done (FC.31). */
export async function updateStatuses(command: MaintenanceCommand): Promise<void> {
  const found = await shownPlan(command, vscode.l10n.t('Bring a plan up to date'));
  if (found) await askInChat(found.session, textOf(updateStatusesMessage(found.plan)));
}

/** Asks for the steps of the revision that was named, else of one that is chosen. */
export async function goBack(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const found = await shownPlan(command, title());
  if (!found) return;
  const summary = { revision: revisionOf(found.plan) };
  const { target } = command;
  const named = knownRevision(summary, target.from ?? target.revision);
  const revision = named ?? (await pickedRevision(command, found.session.key))?.revision;
  if (revision === undefined) return;
  if (revision === summary.revision) tell(t('The plan is at this revision.'));
  else await askForRevision(command, found, revision);
}

/** The same for what the plan was before the message that the revision belongs to. */
export async function goBackBeforeMessage(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const found = await shownPlan(command, title());
  if (!found) return;
  const wanted = command.target.revision ?? revisionOf(found.plan);
  const revision = revisionBefore(await linesOf(command, found.session.key), wanted);
  if (revision < 1) tell(t('There was no plan before this message.'));
  else await askForRevision(command, found, revision);
}

interface ShownPlan {
  readonly session: SessionSnapshot;
  readonly plan: PlanDocument;
}

async function askForRevision(
  { reader }: MaintenanceCommand,
  { session, plan }: ShownPlan,
  revision: number,
): Promise<void> {
  const earlier = await storedPlan(reader, session.key, revision);
  if (earlier.plan) await askInChat(session, textOf(goBackMessage(earlier.plan, plan)));
}

async function shownPlan(
  command: MaintenanceCommand,
  about: string,
): Promise<ShownPlan | undefined> {
  const summary = await shownSession(command, about);
  if (!summary) return undefined;
  const session = await command.reader.snapshot(summary.key);
  if (!session) throw goneError();
  const { plan = null } = session;
  if (plan) return { session, plan };
  tell(vscode.l10n.t('The agent has not written a plan yet.'));
  return undefined;
}

async function pickedRevision(command: MaintenanceCommand, session: string) {
  const items = (await linesOf(command, session)).slice(1).map(revisionItem);
  const placeholder = vscode.l10n.t('Choose the revision to go back to');
  return pickItem(items, { title: title(), placeholder });
}

async function linesOf(
  { reader }: MaintenanceCommand,
  session: string,
): Promise<readonly RevisionHeader[]> {
  const read = await new RevisionLog(session, reader).caughtUp();
  return read === 'rewound' ? [] : read.log.headers;
}

/** Where nobody knows which message a call belongs to, each is one by itself. */
function revisionBefore(lines: readonly RevisionHeader[], wanted: number): number {
  const turn = lines.find(({ revision }) => revision === wanted)?.turn_id ?? UNKNOWN_TURN;
  let first = wanted;
  for (const { revision, turn_id } of lines)
    if (turn !== UNKNOWN_TURN && turn_id === turn && revision === first - 1) first = revision;
  return first - 1;
}

const UNKNOWN_TURN = 'unknown';

function title(): string {
  return vscode.l10n.t('Go back to an earlier revision');
}

function textOf(lines: readonly Sentence[]): string {
  return lines.map(inWords).join('\n');
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}
