import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { HostStoreSettings } from '../../host/hostStore';
import { copySessions, type CopySummary, unequalSessions } from '../../service/copySessions';
import { inWords } from '../inWords';
import type { MaintenanceCommand } from '../maintenanceCommands';
import { noticeText } from '../plainText';
import { withProgressOf } from '../shownProgress';

/** How often plans that change while they are copied are copied again. */
const ROUNDS = 3;

type Opened = Awaited<ReturnType<MaintenanceCommand['stores']['openBeside']>>;

interface Carried extends CopySummary {
  /** Sessions whose last revision is another one there. */
  readonly unequal: number;
}

/**
 * Offers to copy the plans of the store so far; they stay where they are as well. What is to be told of it;
 * undefined when the person left, and nothing is to be switched.
 */
export async function carryOver(
  command: MaintenanceCommand,
  settings: HostStoreSettings,
): Promise<string[] | undefined> {
  const { t } = vscode.l10n;
  const count = await countPlans(command);
  if (typeof count === 'string') {
    const text = t('The plans in the store in use cannot be read now, so they cannot be copied.');
    return (await confirmed(text, count, t('Switch Without Copying'))) ? [] : undefined;
  }
  if (count === 0) return [];
  const [copy, without] = [t('Copy and Switch'), t('Switch Without Copying')];
  const question =
    count === 1
      ? t('Copy the plan from the store in use to the new one?')
      : t('Copy the {0} plans from the store in use to the new one?', count);
  const detail = t(
    'Copies have the whole history. The plans stay where they are as well, and what the new store has already is not overwritten.',
  );
  const options = { modal: true, detail };
  const answer = await vscode.window.showInformationMessage(question, options, copy, without);
  if (answer === without) return [];
  if (answer !== copy) return undefined;
  const target = await command.stores.openBeside(settings);
  try {
    const carried = await copied(command, target);
    return await told(carried);
  } finally {
    await target.close();
  }
}

/** A text: why they cannot be counted. */
async function countPlans({ reader }: MaintenanceCommand): Promise<number | string> {
  try {
    let [count, after] = [0, undefined as string | undefined];
    do {
      const more = after === undefined ? {} : { after };
      const page = await reader.list({}, { limit: 1_000, ...more });
      count += page.sessions.length + page.unreadable.length;
      after = page.next;
    } while (after !== undefined);
    return count;
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    return inWords(error.sentence);
  }
}

async function copied(command: MaintenanceCommand, target: Opened): Promise<Carried> {
  const { stores, maintenance, log, quietMs } = command;
  const from = { store: await stores.store(), maintenance: await maintenance() };
  return withProgressOf(
    vscode.l10n.t('Copying plans'),
    async (tell, signal) => {
      let first: CopySummary | undefined;
      for (let round = 1; ; round++) {
        const summary = await copySessions(from, target.store, { log, signal, onSession: tell });
        first ??= summary;
        const unequal = await unequalSessions(from.store, target.store);
        const known = new Set([...summary.different, ...summary.failed]);
        const left = unequal.filter((key) => !known.has(key)).length;
        if (left === 0 || summary.cancelled || round === ROUNDS) {
          const { copied, there } = first;
          return { ...summary, copied, there, unequal: left };
        }
      }
    },
    quietMs,
  );
}

async function told(carried: Carried): Promise<string[] | undefined> {
  const { t } = vscode.l10n;
  const { sessions, copied, there, different, failed, unequal, cancelled } = carried;
  if (cancelled) {
    const text = t(
      'Copying was cancelled, and nothing was switched. Copied so far: {0}; choosing the same place again goes on from there.',
      copied,
    );
    void vscode.window.showInformationMessage(text);
    return undefined;
  }
  const good = [
    t('Plans copied and compared: {0} of {1}.', copied, sessions),
    ...(there > 0 ? [t('There already: {0}.', there)] : []),
  ];
  const bad = [
    ...(different.length > 0
      ? [t('Another plan is in their place, which was left as it is: {0}.', different.length)]
      : []),
    ...(failed.length > 0 ? [t('Could not be read or written: {0}.', failed.length)] : []),
    ...(unequal > 0 ? [t('Changed while they were copied: {0}.', unequal)] : []),
  ];
  if (bad.length === 0) return good;
  const text = t('Not every plan could be copied. Those that were not stay where they are.');
  const detail = [...good, ...bad].join('\n');
  return (await confirmed(text, detail, t('Switch Anyway'))) ? good : undefined;
}

async function confirmed(text: string, detail: string, yes: string): Promise<boolean> {
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(noticeText(text), options, yes)) === yes;
}
