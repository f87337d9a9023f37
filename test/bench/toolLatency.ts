import type { ChatDriver } from '../support/workbench/chatDriver';
import type { Control } from '../support/workbench/control';
import type { BenchLine } from './benchResult';
import { ordinaryPlan, ordinaryTodoList } from './ordinaryPlan';
import { median, pairwiseRatios, percentile } from './statistics';

const ROUNDS = 40;
/** The first rounds also pay for what is loaded once. */
const WARM_UP = 5;

/** A do-nothing tool, `update_plan` of 12 steps (durable) and the built-in list, in turn, in one window. */
export async function measureToolLatency(chat: ChatDriver, control: Control): Promise<BenchLine[]> {
  const calls = Array.from({ length: ROUNDS }, (_, round) => [
    { name: 'bench_noop', input: {} },
    { name: 'update_plan', input: ordinaryPlan(round) },
    { name: 'manage_todo_list', input: ordinaryTodoList(round % 12) },
  ]).flat();
  const since = (await control.benchRuns()).length;
  await chat.ask(`@bench ${JSON.stringify({ calls })}`);
  const [run] = await control.benchRuns(since);
  if (!run) throw new Error('The measuring participant did not run.');
  const timesOf = (name: string): number[] =>
    run.calls
      .filter((call) => call.name === name)
      .slice(WARM_UP)
      .map((call) => {
        if (call.error !== undefined || call.text?.startsWith('ERROR') === true) {
          throw new Error(`${name} failed: ${call.error ?? call.text ?? ''}`);
        }
        return call.ms;
      });
  const [noop, own, builtIn] = [
    timesOf('bench_noop'),
    timesOf('update_plan'),
    timesOf('manage_todo_list'),
  ];
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
    { name: 'manage_todo_list of 12 items, p50', value: median(builtIn), unit: 'ms' },
    {
      name: 'manage_todo_list / do-nothing tool',
      value: median(pairwiseRatios(builtIn, noop)),
      unit: '',
      note: pairs,
    },
  ];
}
