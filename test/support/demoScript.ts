import { writeFileSync } from 'node:fs';
import { withSources, type ScriptedReply, type ScriptState } from './workbench/control';

type Status = 'pending' | 'in_progress' | 'completed';

const first = [
  ['reproduce', 'Run the checkout tests 50 times and note which ones fail'],
  ['cause', 'Find what the failing tests share'],
  ['clock', 'Replace the real clock in the payment timeout test'],
  ['focused', 'Run the focused tests'],
  ['suite', 'Run the whole suite three times'],
  ['guide', 'Write the cause down in the test guide'],
] as const;

/** Found on the way: the plan of an agent rarely stays as it was. */
const discovered = ['cart', 'Give every test its own cart and customer'] as const;

const second = [...first.slice(0, 2), discovered, ...first.slice(2)];

/** A conversation in which an agent keeps a plan over three revisions, in any chat and any state. */
const demoReplies: readonly ScriptedReply[] = [
  {
    text: 'I will look at the plan of this chat first.',
    toolCalls: [{ name: 'read_plan', input: {} }],
  },
  { toolCalls: [updatePlan(first, 0)] },
  {
    text: 'The failing tests share one cart fixture, so each of them needs its own.',
    toolCalls: [updatePlan(second, 2, 'The failures come from a cart that the tests share')],
  },
  { toolCalls: [updatePlan(second, 4)] },
  { text: 'The carts are separate and the clock is under control; the focused tests are next.' },
];

/** Writes the file that the scripted model reads in every new window; `session` is opened there. */
export function writeDemo(file: string, session?: string): void {
  const commands =
    session === undefined
      ? []
      : [
          { command: 'vscode.open', args: [{ $uri: session }] },
          { command: 'sessionPlans.showPlan' },
        ];
  writeFileSync(file, JSON.stringify({ replies: demoReplies.map(withSources), commands }));
}

/** The first `done` steps are completed and the next one is in progress. */
function updatePlan(
  steps: readonly (readonly [string, string])[],
  done: number,
  explanation?: string,
): { name: string; inputFunction: string } {
  const status = (at: number): Status =>
    at < done ? 'completed' : at === done ? 'in_progress' : 'pending';
  const input = {
    ...(explanation === undefined ? {} : { explanation }),
    steps: steps.map(([id, description], at) => ({ id, description, status: status(at) })),
  };
  // Every result of the two tools names the revision that the next change has to build on.
  const withRevision = (state: ScriptState): number =>
    Number(/revision (\d+)/i.exec(state.lastResult)?.[1] ?? 0);
  return {
    name: 'update_plan',
    inputFunction: `(state) => ({ expected_revision: (${withRevision.toString()})(state), ...${JSON.stringify(input)} })`,
  };
}
