import assert from 'node:assert/strict';
import type { PlanTurn } from '../../../src/protocol/extensionApi';
import { openBench } from '../../service/serviceFixtures';
import { openApi, PLANNER } from './apiBench';

const IDS = Array.from({ length: 32 }, (_, at) => `step-${String(at + 1)}`);

/** The first `done` of 32 steps are completed; the descriptions are as long as they may be. */
function writeLong(turn: PlanTurn, revision: number, done: number) {
  const steps = IDS.map((id, at) => ({
    id,
    description: `${id} `.padEnd(240, 'long '),
    status: at < done ? 'completed' : 'pending',
  }));
  const input = { expected_revision: revision, steps };
  return turn.call(`write-${String(revision)}`, 'update_plan', input);
}

describe('a long plan through the API', () => {
  it('[FC.1][FC.53] is whole for a loop that knows nothing any more, and its answers and front stay as they are', async () => {
    const bench = openBench();
    const { turn } = await (await openApi(bench)).begin();
    const front = JSON.stringify(await turn.tools());
    for (const [revision, done] of [0, 5, 10].entries()) {
      const { isError, content } = await writeLong(turn, revision, done);
      assert.equal(isError, false);
      assert.ok(content.map(({ text }) => text).join('').length <= 5_500);
      assert.equal(JSON.stringify(await turn.tools()), front);
    }
    await turn.end();

    // Another process, and no history.
    const { api, begin } = await openApi(bench.another());
    const later = await begin();
    assert.equal(JSON.stringify(await later.turn.tools()), front);
    const { reminder } = await later.turn.boundary();
    const lines = reminder?.text.split('\n') ?? [];
    assert.deepEqual(
      IDS.map((id) => lines.find((line) => line.includes(`[${id}]`))?.match(/\[[ x]\]/)?.[0]),
      IDS.map((_, at) => (at < 10 ? '[x]' : '[ ]')),
    );
    const [listed] = await api.listSessions({ participant: PLANNER });
    assert.deepEqual([listed?.completed, listed?.total], [10, 32]);
  });
});
