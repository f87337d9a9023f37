import assert from 'node:assert/strict';
import type { GuestCall } from '../../src/service/sessionCommand';
import type { CallAnswer } from './callLines';
import type { ChildProgram } from './childProgram';

/** Lets them all begin at the same moment; each makes its calls one after the other. */
export async function answersOf(
  children: readonly ChildProgram[],
  callsOf: (child: number) => readonly GuestCall[],
): Promise<CallAnswer[][]> {
  const lists = children.map((_, child) => callsOf(child));
  const before = children.map(({ lines }) => lines.length);
  children.forEach((child, index) => {
    child.tell(JSON.stringify(lists[index]));
  });
  return Promise.all(
    children.map(async (child, index) => {
      const answers: CallAnswer[] = [];
      for (let call = 0; call < (lists[index]?.length ?? 0); call++)
        answers.push(JSON.parse(await child.line((before[index] ?? 0) + call)) as CallAnswer);
      return answers;
    }),
  );
}

export function assertAccepted(answers: readonly CallAnswer[]): void {
  for (const answer of answers)
    assert.equal(answer.failed ?? answer.result?.isError, false, JSON.stringify(answer));
}
