import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { HostStoreSettings } from '../../host/hostStore';
import {
  copySessions,
  type CopySummary,
  sessionsBehind,
  type UncopiedSession,
} from '../../service/copySessions';
import { everySession } from '../../service/everySession';
import { inWords } from '../inWords';
import type { MachineCommand } from '../commands/maintenanceCommands';
import { noticeText } from '../plainText';
import { withProgressOf } from '../commands/shownProgress';

/** So many plans that were not copied are named. */
const NAMED = 5;
/** How often plans that change while they are copied are copied again. */
const ROUNDS = 3;

type Opened = Awaited<ReturnType<MachineCommand['stores']['openBeside']>>;

interface Carried extends CopySummary {
  /** Sessions that got revisions here meanwhile. */
  readonly behind: number;
}

/**
 * Offers to copy the plans of the store in use; they stay where they are as well. What is to be told of it;
 * undefined when the person left, and nothing is to be switched.
 */
export async function carryOver(
  command: MachineCommand,
  settings: HostStoreSettings,
): Promise<string[] | undefined> {
  const { t } = vscode.l10n;
  const found = await counted(command);
  if (typeof found === 'string') {
    const text = t('The plans in the store in use cannot be read now, so they cannot be copied.');
    return (await confirmed(text, found, t('Switch Without Copying'))) ? [] : undefined;
  }
  const { count, source } = found;
  try {
    const answer = count === 0 ? 'without' : await asked(count);
    if (answer !== 'copy') return answer === 'without' ? [] : undefined;
    const target = await command.stores.openBeside(settings);
    try {
      return await told(await copied(command, source, target.store));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** A text: why they cannot be counted. */
async function counted(
  command: MachineCommand,
): Promise<{ readonly count: number; readonly source: Opened } | string> {
  let source: Opened | undefined;
  try {
    source = await sourceOf(command);
    const { sessions, unreadable } = await everySession(source.store);
    return { count: sessions.length + unreadable.length, source };
  } catch (error) {
    await source?.close();
    if (!PlanError.is(error)) throw error;
    return inWords(error.sentence);
  }
}

/** The store in use. Where that is a server that nobody has named yet, plans are still in the files here. */
async function sourceOf({ stores, maintenance }: MachineCommand): Promise<Opened> {
  const { choice } = stores;
  const kind = choice.kind();
  if (kind !== 'sqlite' && (await choice.url(kind)) === undefined)
    return stores.openBeside(choice.local());
  const inUse = { store: await stores.store(), maintenance: await maintenance() };
  return { ...inUse, close: () => Promise.resolve() };
}

async function asked(count: number): Promise<'copy' | 'without' | undefined> {
  const { t } = vscode.l10n;
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
  if (answer === undefined) return undefined;
  return answer === copy ? 'copy' : 'without';
}

function copied(
  { log, quietMs }: MachineCommand,
  from: Opened,
  to: Opened['store'],
): Promise<Carried> {
  return withProgressOf(
    vscode.l10n.t('Copying plans'),
    async (tell, signal) => {
      let first: CopySummary | undefined;
      for (let round = 1; ; round++) {
        const summary = await copySessions(from, to, { log, signal, onSession: tell });
        first ??= summary;
        const behind = await sessionsBehind(from.store, to);
        const known = new Set([...summary.different, ...summary.failed].map(({ key }) => key));
        const left = behind.filter((key) => !known.has(key)).length;
        if (left === 0 || summary.cancelled || round === ROUNDS) {
          const { copied, there } = first;
          return { ...summary, copied, there, behind: left };
        }
      }
    },
    quietMs,
  );
}

async function told(carried: Carried): Promise<string[] | undefined> {
  const { t } = vscode.l10n;
  const { sessions, copied, there, different, failed, behind, cancelled } = carried;
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
      ? [
          t('Another plan is in their place, which was left as it is: {0}.', different.length),
          ...namesOf(different),
        ]
      : []),
    ...(failed.length > 0
      ? [t('Could not be read or written: {0}.', failed.length), ...namesOf(failed)]
      : []),
    ...(behind > 0 ? [t('Changed while they were copied: {0}.', behind)] : []),
  ];
  if (bad.length === 0) return good;
  const text = t('Not every plan could be copied. Those that were not stay where they are.');
  const detail = [...good, ...bad].join('\n');
  return (await confirmed(text, detail, t('Switch Anyway'))) ? good : undefined;
}

/** One line for each of the first plans, and one for the others. */
function namesOf(plans: readonly UncopiedSession[]): string[] {
  const more = plans.length - NAMED;
  const named = plans.slice(0, NAMED).map(({ title }) => noticeText(title));
  const lines = more > 0 ? [...named, vscode.l10n.t('and {0} more', more)] : named;
  return lines.map((line) => `  ${line}`);
}

async function confirmed(text: string, detail: string, yes: string): Promise<boolean> {
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(noticeText(text), options, yes)) === yes;
}
