import assert from 'node:assert/strict';
import type { PlanStore } from '../../src/service/planStore';
import { adding } from '../support/callLines';
import { serviceOver } from '../support/chaosPlace';
import { loadExisting } from '../support/storeFixtures';
import type { ContractBench } from './storeContract';

const KEY = 'vscode-chat-session://local/one';

/** What two windows on one store keep; `second`: the store of the other one. */
export function sharedRules(bench: ContractBench & { readonly second: () => PlanStore }): void {
  const windows = () =>
    [bench.store, bench.second()].map((store) => serviceOver(Promise.resolve(store)));

  it('[FC.12] has every step that two windows add to one plan at once, each with an id of its own', async () => {
    const answers = await Promise.all(
      windows().map(async (service, at) => {
        const refused: boolean[] = [];
        for (let call = 0; call < 16; call++) {
          const added = adding(KEY, `${String(at)}-${String(call)}`);
          refused.push((await service.execute(added)).isError);
        }
        return refused;
      }),
    );
    assert.deepEqual(answers.flat(), Array(32).fill(false));
    const { record } = await loadExisting(bench.store, KEY);
    assert.equal(record.plan?.revision, 32);
    assert.equal(new Set(record.plan.steps.map(({ id }) => id)).size, 32);
    const [service] = windows();
    assert.equal((await service?.execute(adding(KEY, 'late')))?.isError, true);
  });

  it('[FC.19] builds on what another window wrote, whoever is next', async () => {
    const [here, there] = windows();
    for (const [at, service] of [here, there, here, there].entries())
      await service?.execute(adding(KEY, `call-${String(at)}`));
    for (const service of [here, there]) {
      const plan = (await service?.snapshot(KEY))?.plan;
      assert.deepEqual(
        plan?.steps.map(({ description }) => description),
        [0, 1, 2, 3].map((at) => `Do call-${String(at)}`),
      );
    }
  });

  it('[FC.22] answers a call that reaches two windows at once alike, and makes one revision of it', async () => {
    const [here, there] = windows();
    const call = adding(KEY, 'call-1');
    const [one, other] = await Promise.all([here?.execute(call), there?.execute(call)]);
    assert.deepEqual(one, other);
    assert.deepEqual(await here?.execute(call), one);
    assert.equal((await loadExisting(bench.store, KEY)).record.plan?.revision, 1);
    const changed = { ...adding(KEY, 'other'), call_id: 'call-1' };
    assert.equal((await there?.execute(changed))?.isError, true);
    assert.equal((await loadExisting(bench.store, KEY)).record.plan?.revision, 1);
  });
}
