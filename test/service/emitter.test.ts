import assert from 'node:assert/strict';
import { Emitter } from '../../src/service/emitter';
import { fakeLog } from '../support/fakeLog';

describe('emitter', () => {
  it('tells listeners in the order in which they came, each until it is disposed', () => {
    const emitter = new Emitter<string>(fakeLog());
    const heard: string[] = [];
    const first = emitter.on((value) => heard.push(`1 ${value}`));
    emitter.on((value) => heard.push(`2 ${value}`));
    emitter.fire('a');
    first.dispose();
    first.dispose();
    emitter.fire('b');
    emitter.dispose();
    emitter.fire('c');
    assert.deepEqual(heard, ['1 a', '2 a', '2 b']);
  });

  it('takes one function twice as two listeners', () => {
    const emitter = new Emitter<number>(fakeLog());
    const heard: number[] = [];
    const listener = (value: number) => void heard.push(value);
    const one = emitter.on(listener);
    emitter.on(listener);
    emitter.fire(1);
    one.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, [1, 1, 2]);
  });

  it('logs a listener that throws and goes on with the others', () => {
    const log = fakeLog();
    const emitter = new Emitter<number>(log);
    const failure = new Error('listener');
    let heard = 0;
    emitter.on(() => {
      throw failure;
    });
    emitter.on(() => (heard += 1));
    emitter.fire(1);
    assert.equal(heard, 1);
    assert.deepEqual(
      log.entries.map(({ level, error }) => [level, error]),
      [['error', failure]],
    );
  });

  it('lets listeners come and go while it tells', () => {
    const emitter = new Emitter<number>(fakeLog());
    let late = 0;
    const one = emitter.on(() => {
      one.dispose();
      emitter.on(() => (late += 1));
    });
    emitter.fire(1);
    assert.equal(late, 0);
    emitter.fire(2);
    assert.equal(late, 1);
  });

  it('tells nothing to a listener that an earlier one ended, nor after its own end', () => {
    const emitter = new Emitter<number>(fakeLog());
    const heard: string[] = [];
    emitter.on((value) => {
      if (value === 1) second.dispose();
      else emitter.dispose();
    });
    const second = emitter.on((value) => heard.push(`second ${value}`));
    emitter.on((value) => heard.push(`third ${value}`));
    emitter.fire(1);
    emitter.fire(2);
    assert.deepEqual(heard, ['third 1']);
  });
});
