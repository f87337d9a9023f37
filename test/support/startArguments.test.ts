import assert from 'node:assert/strict';
import { startArguments } from './startArguments';

describe('the arguments of npm start', () => {
  it('may choose a port and a way to start', () => {
    const usual = { once: false, desktop: false, port: undefined };
    assert.deepEqual(startArguments([]), usual);
    assert.deepEqual(startArguments(['--once', '--port', '8080']), {
      ...usual,
      ...{ once: true, port: 8080 },
    });
    assert.deepEqual(startArguments(['--desktop', '--port=1']), {
      ...usual,
      ...{ desktop: true, port: 1 },
    });
  });

  it('are refused when they cannot be meant', () => {
    for (const port of ['abc', '', '0', '65536', '-1', '8080.5', '1e3', '0x50', ' 80']) {
      assert.equal(startArguments(['--port', port]), undefined, port);
      assert.equal(startArguments([`--port=${port}`]), undefined, port);
    }
    for (const args of [['--port'], ['--onec'], ['once'], ['--once=yes']]) {
      assert.equal(startArguments(args), undefined, args.join(' '));
    }
  });
});
