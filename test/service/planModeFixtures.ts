import type { PlanModeState } from '../../src/domain/planMode';
import type { ReviewAnswer } from '../../src/domain/planReview';
import { step, update } from '../domain/planFixtures';
import { openBench, SESSION, type Bench } from './serviceFixtures';

export interface ModeBench extends Bench {
  /** Of the last turn that began. */
  readonly turn: () => string;
  begin(): Promise<string>;
  select(active: boolean): Promise<PlanModeState | null>;
  boundary(turn?: string): Promise<PlanModeState | null>;
  shown(): Promise<PlanModeState | null | undefined>;
  request(callId: string, revision: number): ReturnType<typeof requestOf>;
  settle(
    callId: string,
    revision: number,
    answer: ReviewAnswer | null,
  ): ReturnType<typeof settleOf>;
  /** The committed switches, oldest first. */
  switches(): Promise<boolean[]>;
}

function requestOf(bench: Bench, turn_id: string, call_id: string, expected_revision: number) {
  const input = { expected_revision };
  return bench.service.execute({
    ...{ kind: 'request_review', session: SESSION, turn_id, call_id, input },
  });
}

function settleOf(
  bench: Bench,
  turn_id: string,
  call_id: string,
  expected_revision: number,
  answer: ReviewAnswer | null,
) {
  const input = { expected_revision };
  return bench.service.execute({
    ...{ kind: 'settle_review', session: SESSION, turn_id, call_id, input, answer },
  });
}

/** A session with plan mode in which a turn runs. */
export async function openMode(bench: Bench = openBench()): Promise<ModeBench> {
  let turn = '';
  const begin = async () => {
    turn = await bench.service.execute({ kind: 'begin_turn', session: SESSION, planMode: true });
    return turn;
  };
  await bench.createSession();
  await begin();
  return {
    ...bench,
    turn: () => turn,
    begin,
    select: (active) =>
      bench.service.execute({ kind: 'select_plan_mode', session: SESSION, active }),
    boundary: (turn_id = turn) =>
      bench.service.execute({ kind: 'reach_boundary', session: SESSION, turn_id }),
    shown: async () => (await bench.service.snapshot(SESSION))?.planMode,
    request: (callId, revision) => requestOf(bench, turn, callId, revision),
    settle: (callId, revision, answer) => settleOf(bench, turn, callId, revision, answer),
    switches: async () =>
      (await bench.events()).flatMap((event) =>
        event.type === 'plan/mode' ? [event.data.active] : [],
      ),
  };
}

/** The same in active plan mode, with a plan of revision 1. */
export async function openPlanning(inner: Bench = openBench()): Promise<ModeBench> {
  const bench = await openMode(inner);
  await bench.select(true);
  await bench.boundary();
  await bench.asHosted('call-0', update(0, [step('a')]), { turn_id: bench.turn() });
  return bench;
}
