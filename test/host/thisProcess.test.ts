import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TurnOwner } from '../../src/domain/turn';
import { thisProcess } from '../../src/host/thisProcess';
import type { ProcessIdentity } from '../../src/service/ports';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { openBench, SESSION } from '../service/serviceFixtures';

/** A process that does nothing until it is ended. */
function startOther(): { child: ChildProcess; owner: TurnOwner } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
  assert.ok(child.pid);
  return { child, owner: { owner: 'other', process_id: child.pid, host: thisProcess().host } };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('this process as an owner of turns', () => {
  it('is another owner at every start, on the same machine', () => {
    const [first, second] = [thisProcess(), thisProcess()];
    assert.notEqual(first.owner, second.owner);
    assert.equal(first.host, second.host);
    assert.equal(first.process_id, process.pid);
    assert.equal(first.isAlive(first), true);
  });

  it('takes its own number under another owner for one that was here before', () => {
    const { host, process_id, isAlive } = thisProcess();
    assert.equal(isAlive({ owner: 'before', host, process_id }), false);
  });

  it('cannot tell of another machine, whatever its number is here', () => {
    const { process_id, isAlive } = thisProcess();
    for (const number of [process_id, process.ppid, 2 ** 22 + 1]) {
      assert.equal(isAlive({ owner: 'far', host: 'elsewhere', process_id: number }), undefined);
    }
  });

  it('knows whether another process of its machine is still there', async () => {
    const { child, owner } = startOther();
    try {
      assert.equal(thisProcess().isAlive(owner), true);
    } finally {
      await end(child);
    }
    assert.equal(thisProcess().isAlive(owner), false);
  });

  it('shows the turn of another one as running while that lives, and as interrupted afterwards', async () => {
    const { child, owner } = startOther();
    const other: ProcessIdentity = { ...owner, isAlive: () => undefined };
    const store = createMemoryStore();
    const begun = openBench(store, other);
    const turn_id = await begun.openTurn();
    const seen = async () => {
      const { service } = begun.another(thisProcess());
      return (await service.snapshot(SESSION))?.turn;
    };
    try {
      assert.deepEqual(await seen(), { turn_id, state: 'running' });
    } finally {
      await end(child);
    }
    assert.deepEqual(await seen(), { turn_id, state: 'interrupted' });
  });
});
