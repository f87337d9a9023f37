import type { ChatDriver } from '../support/workbench/chatDriver';
import type { Control } from '../support/workbench/control';
import { shown, type BenchLine } from './benchResult';
import { ordinaryPlan, ordinaryTodoList } from './ordinaryPlan';
import { median, pairwiseRatios, percentile } from './statistics';

const ROUNDS = 40;
/** The first rounds also pay for what is loaded once. */
const WARM_UP = 5;

/**
 * A do-nothing tool, `update_plan` of 12 steps (durable) and the built-in list, in turn, in one window; then the
 * first two with the mirror on, whose work goes on while nothing is measured.
 */
export async function measureToolLatency(chat: ChatDriver, control: Control): Promise<BenchLine[]> {
  const mirror = (value: boolean | undefined) =>
    control.probe('setConfiguration', { key: 'sessionPlans.mirrorTodoList', value });
  await mirror(false);
  const timesOf = await timed(chat, control, (round) => [
    { name: 'bench_noop', input: {} },
    { name: 'update_plan', input: ordinaryPlan(round) },
    { name: 'manage_todo_list', input: ordinaryTodoList(round % 12) },
  ]);
  const [noop, own, builtIn] = [
    timesOf('bench_noop'),
    timesOf('update_plan'),
    timesOf('manage_todo_list'),
  ];
  await mirror(undefined);
  await chat.newChat();
  const mirroredTimesOf = await timed(chat, control, (round) => [
    { name: 'bench_noop', input: {} },
    { name: 'update_plan', input: ordinaryPlan(round) },
    // Meanwhile the list is written, which must not make the next tool look slow.
    { name: 'manage_todo_list', input: { operation: 'read' } },
    { name: 'manage_todo_list', input: { operation: 'read' } },
  ]);
  const mirrored = mirroredTimesOf('update_plan');
  const beside = mirroredTimesOf('bench_noop');
  const pairs = `${own.length} pairs in one window`;
  return [
    { name: 'do-nothing tool, p50', value: median(noop), unit: 'ms' },
    {
      name: 'update_plan of 12 steps, p50',
      value: median(own),
      unit: 'ms',
      note: `p95 ${percentile(own, 0.95).toFixed(1)} ms`,
    },
    {
      name: 'update_plan / do-nothing tool',
      value: median(pairwiseRatios(own, noop)),
      unit: '',
      atMost: 1.1,
      note: pairs,
    },
    {
      name: '… with the mirror on',
      value: median(pairwiseRatios(mirrored, beside)),
      unit: '',
      atMost: 1.15,
      note: `${shown(median(mirrored))} against ${shown(median(beside))} ms`,
    },
    { name: 'manage_todo_list of 12 items, p50', value: median(builtIn), unit: 'ms' },
    {
      name: 'manage_todo_list / do-nothing tool',
      value: median(pairwiseRatios(builtIn, noop)),
      unit: '',
      note: pairs,
    },
  ];
}

/** Times of these calls in every round, by the name of the tool. */
async function timed(
  chat: ChatDriver,
  control: Control,
  callsOf: (round: number) => readonly { readonly name: string; readonly input: object }[],
): Promise<(name: string) => number[]> {
  const calls = Array.from({ length: ROUNDS }, (_, round) => callsOf(round)).flat();
  const since = (await control.benchRuns()).length;
  await chat.ask(`@bench ${JSON.stringify({ calls })}`);
  const [run] = await control.benchRuns(since);
  if (!run) throw new Error('The measuring participant did not run.');
  return (name) =>
    run.calls
      .filter((call) => call.name === name)
      .slice(WARM_UP)
      .map((call) => {
        if (call.error !== undefined || call.text?.startsWith('ERROR') === true) {
          throw new Error(`${name} failed: ${call.error ?? call.text ?? ''}`);
        }
        return call.ms;
      });
}
