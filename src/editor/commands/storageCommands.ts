import * as vscode from 'vscode';
import { exportFileName } from '../../domain/exportFileName';
import { PlanError } from '../../domain/planError';
import { visibleText } from '../../domain/visibleText';
import { everySession } from '../../service/everySession';
import type { SessionHealth, VerifiedSession, VerifySummary } from '../../service/storeMaintenance';
import { inWords } from '../inWords';
import type { MaintenanceCommand } from './maintenanceCommands';
import { noticeText } from '../plainText';
import { goneError, targetKey, tellOfNone } from './sessionPick';
import { withProgressOf } from './shownProgress';

/** Reads every plan, or the one that was named, and tells whether all is well; what is not goes into a text that can be kept. */
export async function verifyPlans({
  maintenance,
  reports,
  quietMs,
  target,
}: MaintenanceCommand): Promise<void> {
  const store = await maintenance();
  const found: VerifiedSession[] = [];
  const summary = await withProgressOf(
    target.session === undefined
      ? vscode.l10n.t('Verifying all plans')
      : vscode.l10n.t('Verifying the plan'),
    (tell, signal) =>
      store.verify({
        signal,
        ...(target.session !== undefined && { session: target.session }),
        onSession: (verified, total) => {
          found.push(verified);
          tell(found.length, total);
        },
      }),
    quietMs,
  );
  if (summary.sessions === 0 && !summary.cancelled) {
    tellOfNone();
    return;
  }
  const details = vscode.l10n.t('Show Details');
  const result = summaryText(summary);
  const isWell = summary.damaged === 0;
  const text = isWell ? result : `${result} ${vscode.l10n.t('The details say what can be done.')}`;
  const chosen = await (isWell
    ? vscode.window.showInformationMessage(text, details)
    : vscode.window.showWarningMessage(text, details));
  if (chosen === details)
    await reports.show(vscode.l10n.t('Verified plans.txt'), report(result, found));
}

function summaryText({ sessions, damaged, newer, cancelled }: VerifySummary): string {
  const { t } = vscode.l10n;
  const result =
    damaged > 0
      ? t('{0} of {1} plans are damaged.', damaged, sessions)
      : t('Plans verified: {0}. Nothing is damaged.', sessions);
  return [
    result,
    ...(newer > 0 ? [t('Written by a newer version and not judged: {0}.', newer)] : []),
    ...(cancelled ? [t('Cancelled before the others were looked at.')] : []),
  ].join(' ');
}

/** A paragraph for each session, damaged ones first: where it is, and what is wrong. */
function report(summary: string, found: readonly VerifiedSession[]): string {
  const isDamaged = found.some(({ health }) => health === 'damaged');
  const advice = [
    vscode.l10n.t('A damaged plan goes on from its last good copy with its next change.'),
    vscode.l10n.t('"Restore Plan From Last Good Copy" does that now. Damaged files are kept.'),
  ];
  const sessions = found
    .toSorted((a, b) => Number(b.health === 'damaged') - Number(a.health === 'damaged'))
    .flatMap(({ health, title, session, location, problems }) => [
      '',
      `${healthText(health)}: ${visibleText(title ?? session ?? '?')}`,
      ...[location, ...problems.map(inWords)].map((line) => `    ${visibleText(line)}`),
    ]);
  return [summary, ...(isDamaged ? advice : []), ...sessions, ''].join('\n');
}

function healthText(health: SessionHealth): string {
  const { t } = vscode.l10n;
  switch (health) {
    case 'ok':
      return t('ok');
    case 'damaged':
      return t('damaged');
    case 'newer_version':
      return t('newer version');
  }
}

/** Numbers, files and health of one plan, as JSON. */
export async function inspectPlan(command: MaintenanceCommand): Promise<void> {
  const { maintenance, reports } = command;
  const title = vscode.l10n.t('Inspect the storage of a plan');
  const session = await targetKey(command, title);
  if (session === undefined) return;
  const inspected = await (await maintenance()).inspect(session);
  if (!inspected) throw goneError();
  const name = vscode.l10n.t('Storage of {0}.json', exportFileName(inspected.title ?? ''));
  const shown = { ...inspected, problems: inspected.problems.map(inWords) };
  await reports.show(name, `${JSON.stringify(shown, undefined, 2)}\n`, session);
}

/** Gives back the room that the files of all plans no longer need. */
export async function compactPlans({
  reader,
  maintenance,
  log,
  quietMs,
}: MaintenanceCommand): Promise<void> {
  const store = await maintenance();
  const { sessions, unreadable } = await everySession(reader);
  if (sessions.length === 0) {
    tellOfNone(unreadable.length);
    return;
  }
  let [compacted, freed, failed] = [0, 0, 0];
  await withProgressOf(
    vscode.l10n.t('Compacting plan storage'),
    async (tell, signal) => {
      for (const [index, { key }] of sessions.entries()) {
        if (signal.cancelled) return;
        try {
          const { bytesBefore, bytesAfter } = await store.compact(key);
          freed += bytesBefore - bytesAfter;
          if (bytesAfter < bytesBefore) compacted++;
        } catch (error) {
          // Where nothing can be compacted that is the answer; else one plan keeps no other from it.
          if (!PlanError.is(error) || error.code === 'invalid_input') throw error;
          log.warn(`${error.message} (${key})`);
          failed++;
        }
        tell(index + 1, sessions.length);
      }
    },
    quietMs,
  );
  const { t } = vscode.l10n;
  const done =
    compacted + failed > 0
      ? t(
          'Plans compacted: {0} of {1}. {2} KB are free again.',
          ...[compacted, sessions.length, Math.round(freed / 1024)],
        )
      : t('No plan takes more room than it needs.');
  const left = t('Left as they are: {0}; the log says why.', failed);
  const text = [done, ...(failed > 0 ? [left] : [])].join(' ');
  void vscode.window.showInformationMessage(text);
}

/** In the file manager where the editor runs on the machine of the folder; else the path. */
export async function revealFolder(uri: vscode.Uri): Promise<void> {
  const isHere = uri.scheme === 'file' && vscode.env.remoteName === undefined;
  if (isHere && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.commands.executeCommand('revealFileInOS', uri);
    return;
  }
  const copy = vscode.l10n.t('Copy Path');
  const text = vscode.l10n.t(
    'The folder is {0}, on the machine where the extension runs.',
    uri.fsPath,
  );
  const chosen = await vscode.window.showInformationMessage(noticeText(text), copy);
  if (chosen === copy) await vscode.env.clipboard.writeText(uri.fsPath);
}
