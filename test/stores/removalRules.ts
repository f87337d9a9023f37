import assert from 'node:assert/strict';
import type { SessionCommit } from '../../src/service/planStore';
import {
  aCall,
  aPlan,
  aPlanCommit,
  appendPlans,
  aRecord,
  aStep,
  goneIn,
  rejectsWith,
} from '../support/storeFixtures';
import type { ContractBench } from './storeContract';

const KEY = 'vscode-chat-session://local/one';
const ODD_IDS = ['', ' ', '__proto__', 'constructor', '7', '07', 'é', 'e\u0301', 'a\u0000b'];
const ODDER_IDS = ['\ufeffx', 'x', '\ud83d', '"\\ud83d"', 'A', 'a', `%_'"`, 'n'.repeat(5_000)];

/** Which revision removed a step, for as long as the session lives. */
export function removalRules(bench: ContractBench): void {
  const commitOf = (revision: number, removedSteps: string[], ...ids: string[]): SessionCommit => {
    const plan = aPlan(
      revision,
      ids.map((id) => aStep(id)),
    );
    return { record: aRecord(KEY, { plan }), events: [], removedSteps };
  };
  const removed = async (...ids: string[]) => [...(await bench.store.removedSteps(KEY, ids))];

  it('knows the revision that removed a step, and nothing of other ids and sessions', async () => {
    assert.deepEqual(await removed('a'), []);
    await bench.store.append(KEY, 0, commitOf(1, [], 'a', 'b', 'c'));
    assert.deepEqual(await removed('a', 'b', 'c'), []);
    await bench.store.append(KEY, 1, commitOf(2, ['c', 'a'], 'b'));
    await bench.store.append(KEY, 2, commitOf(5, ['b']));
    assert.deepEqual(await removed('b', 'never', 'a', 'b', 'c'), [
      ['b', 5],
      ['a', 2],
      ['c', 2],
    ]);
    assert.deepEqual(await removed(), []);
    assert.deepEqual(await bench.store.removedSteps(`${KEY}#other`, ['a']), new Map());
  });

  it('knows the last removal of a step that came back', async () => {
    await bench.store.append(KEY, 0, commitOf(1, [], 'a'));
    await bench.store.append(KEY, 1, commitOf(2, ['a']));
    await bench.store.append(KEY, 2, commitOf(3, [], 'a'));
    assert.deepEqual(await removed('a'), [['a', 2]]);
    await bench.store.append(KEY, 3, commitOf(4, ['a', 'a']));
    assert.deepEqual(await removed('a'), [['a', 4]]);
  });

  it('[FC.51] tells odd ids apart and gives them back as they were asked', async () => {
    const ids = [...ODD_IDS, ...ODDER_IDS];
    for (const [at, id] of ids.entries()) {
      assert.deepEqual(await removed(id), [], JSON.stringify(id));
      await bench.store.append(KEY, at, commitOf(at + 1, [id]));
    }
    const all = ids.map((id, at) => [id, at + 1] as const);
    assert.deepEqual(await removed(...ids), all);
  });

  it('[DP.77] learns of no removal from a commit that did not come to be', async () => {
    await appendPlans(bench.store, KEY, 1);
    assert.equal((await bench.store.append(KEY, 0, commitOf(2, ['late']))).kind, 'conflict');
    const again = { ...commitOf(2, ['again']), call: aCall('call-1') };
    assert.equal((await bench.store.append(KEY, 1, again)).kind, 'conflict');
    const cancelled = bench.store.append(KEY, 1, commitOf(2, ['cancelled']), { cancelled: true });
    await rejectsWith(cancelled, 'cancelled');
    const twice = commitOf(2, ['refused'], 'a', 'a');
    await assert.rejects(bench.store.append(KEY, 1, twice));
    assert.deepEqual(await removed('late', 'again', 'cancelled', 'refused'), []);
    assert.deepEqual(await removed(goneIn(1)), [[goneIn(1), 1]]);
  });

  it('forgets removals with the session', async () => {
    await appendPlans(bench.store, KEY, 1, 2);
    await bench.store.remove(KEY);
    assert.deepEqual(await removed(goneIn(1), goneIn(2)), []);
    await bench.store.append(KEY, 0, aPlanCommit(KEY, 1));
    assert.deepEqual(await removed(goneIn(1), goneIn(2)), [[goneIn(1), 1]]);
  });
}
