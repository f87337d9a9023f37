import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import { type PlanTarget, planTargetSchema } from '../../protocol/planTarget';
import type { Log } from '../../service/ports';
import { inWords } from '../inWords';
import { noticeText } from '../plainText';

/** Commands by their names without `sessionPlans.`, each with what it is to be done to. */
export type CommandTable = Readonly<Record<string, (target: PlanTarget) => unknown>>;

/** The same for palette, menus, panel and links; what fails is logged and told to whoever started it. */
export function registerCommands(commands: CommandTable, log: Log): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`sessionPlans.${name}`, async (argument?: unknown) => {
        try {
          await run(targetOf(argument));
        } catch (error) {
          await tellOfFailure(name, error, log);
        }
      }),
    ),
  );
}

/** Menus give what they like; what is no target is none. */
function targetOf(argument: unknown): PlanTarget {
  const parsed = planTargetSchema.safeParse(argument);
  return parsed.success ? parsed.data : {};
}

/** What failed and where; what can be done is in the sentences of the errors themselves. */
export async function tellOfFailure(command: string, error: unknown, log: Log): Promise<void> {
  log.error(`The command ${command} failed.`, error);
  const showLog = vscode.l10n.t('Show the Log');
  const chosen = await vscode.window.showErrorMessage(failureText(error), showLog);
  if (chosen === showLog) await vscode.commands.executeCommand('sessionPlans.showLog');
}

function failureText(error: unknown): string {
  if (!PlanError.is(error))
    return vscode.l10n.t('Session Plans could not do this; the log has the reason.');
  const { location, retry } = error.details;
  const said = inWords(error.sentence);
  const where = typeof location === 'string' && !said.includes(location);
  return noticeText(
    [
      said,
      ...(where ? [`(${location})`] : []),
      ...(retry === true ? [vscode.l10n.t('It can be tried again.')] : []),
    ].join(' '),
  );
}
