import assert from 'node:assert/strict';
import { CallQueue } from '../../src/service/callQueue';
import type { CancelSignal } from '../../src/service/ports';

describe('the calls that were taken', () => {
  it('are withdrawn by session and by turn, and only until they are answered', async () => {
    const queue = new CallQueue();
    const signals: CancelSignal[] = [];
    let answer = (): void => undefined;
    const open = new Promise<void>((resolve) => (answer = resolve));
    const calls = [
      ['one', 'turn-1'],
      ['one', 'turn-2'],
      ['two', 'turn-1'],
    ].map(([session = '', turn_id = '']) =>
      queue.run(session, { turn_id }, async (signal) => {
        signals.push(signal);
        await open;
      }),
    );
    const seen = () => signals.map(({ cancelled }) => cancelled);
    queue.withdraw('three');
    queue.withdraw('one', 'turn-3');
    assert.deepEqual(seen(), [false, false, false]);
    queue.withdraw('one', 'turn-1');
    assert.deepEqual(seen(), [true, false, false]);
    answer();
    await Promise.all(calls);
    queue.withdraw('one');
    queue.withdraw('two');
    assert.deepEqual(seen(), [true, false, false]);
  });
});
