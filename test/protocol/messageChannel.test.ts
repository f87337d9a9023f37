import assert from 'node:assert/strict';
import {
  MessageChannel,
  REQUEST_TIMEOUT,
  type StartTimer,
} from '../../src/protocol/messageChannel';
import { toHostSchema } from '../../src/protocol/messagesToHost';
import {
  PROTOCOL_VERSION,
  type Answer,
  type ToHost,
  type ToView,
  toViewSchema,
} from '../../src/protocol/webviewMessages';

const ANSWER: Answer = {
  ok: true,
  value: {
    kind: 'revision',
    session: 's',
    at: '2026-01-02T03:04:05.000Z',
    plan: { revision: 1, turn_id: 't', call_id: 'c', explanation: '', steps: [] },
  },
};

/** Both ends, joined by arrays that the test empties by hand. */
function connect(handle: (message: ToHost) => Promise<Answer> | undefined = () => undefined) {
  const timers = new Map<() => void, number>();
  const startTimer: StartTimer = (milliseconds, callback) => {
    timers.set(callback, milliseconds);
    return () => timers.delete(callback);
  };
  const toHost: unknown[] = [];
  const toView: unknown[] = [];
  const warnings: string[] = [];
  const otherVersions: string[] = [];
  const shared = { startTimer, warn: (text: string) => void warnings.push(text) };
  const view = new MessageChannel<ToView>({
    ...shared,
    incoming: toViewSchema,
    post: (message) => void toHost.push(message),
    handle: () => undefined,
    onOtherVersion: () => void otherVersions.push('view'),
  });
  const host = new MessageChannel<ToHost>({
    ...shared,
    incoming: toHostSchema,
    post: (message) => void toView.push(message),
    handle,
    onOtherVersion: () => void otherVersions.push('host'),
  });
  return {
    view,
    host,
    toHost,
    toView,
    warnings,
    otherVersions,
    timers,
    async flush() {
      for (const message of toHost.splice(0)) host.receive(message);
      await new Promise((resolve) => setImmediate(resolve));
      for (const message of toView.splice(0)) view.receive(message);
    },
    passTime() {
      for (const [callback, after] of [...timers]) {
        assert.equal(after, REQUEST_TIMEOUT);
        callback();
      }
    },
  };
}

const REQUEST = { kind: 'revision', session: 's', revision: 1 };

describe('messageChannel', () => {
  it('brings the answer to the request that asked', async () => {
    const line = connect(() => Promise.resolve(ANSWER));
    const asked = line.view.request(REQUEST);
    await line.flush();
    assert.deepEqual(await asked, ANSWER);
    assert.equal(line.timers.size, 0, 'no timer is left');
  });

  it('fails a request that nobody answers', async () => {
    const line = connect(() => new Promise(() => undefined));
    const asked = line.view.request(REQUEST);
    line.toHost.length = 0;
    line.passTime();
    assert.deepEqual(await asked, { ok: false, error: 'timeout' });
  });

  it('answers for a handler that takes too long, once', async () => {
    let finish: (answer: Answer) => void = () => undefined;
    const line = connect(() => new Promise((resolve) => (finish = resolve)));
    void line.view.request(REQUEST);
    for (const message of line.toHost.splice(0)) line.host.receive(message);
    line.passTime();
    finish(ANSWER);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(line.toView, [
      { v: PROTOCOL_VERSION, kind: 'reply', id: 1, answer: { ok: false, error: 'timeout' } },
    ]);
  });

  it('turns a failed handler into a failed answer and logs why', async () => {
    const line = connect(() => Promise.reject(new Error('bug')));
    const asked = line.view.request(REQUEST);
    await line.flush();
    assert.deepEqual(await asked, { ok: false, error: 'failed' });
    assert.equal(line.warnings.length, 1);
  });

  it('says at once that there is nobody for a request', async () => {
    const line = connect();
    const asked = line.view.request(REQUEST);
    await line.flush();
    assert.deepEqual(await asked, { ok: false, error: 'failed' });
    assert.equal(line.timers.size, 0, 'no timer is left');
  });

  it('drops a late reply and ends every open request when it is closed', async () => {
    const line = connect();
    const asked = line.view.request(REQUEST);
    line.view.dispose();
    assert.deepEqual(await asked, { ok: false, error: 'closed' });
    assert.deepEqual(await line.view.request(REQUEST), { ok: false, error: 'closed' });
    line.view.receive({ v: PROTOCOL_VERSION, kind: 'reply', id: 1, answer: ANSWER });
  });

  it('ignores and logs what is no message', () => {
    const handled: ToHost[] = [];
    const line = connect((message) => {
      handled.push(message);
      return undefined;
    });
    const nonsense = [
      undefined,
      null,
      'ready',
      { kind: 'ready' },
      { v: '1', kind: 'ready' },
      { v: PROTOCOL_VERSION, kind: 'write_plan' },
      { v: PROTOCOL_VERSION, kind: 'ready', extra: true },
      { v: PROTOCOL_VERSION, kind: 'run', command: 'workbench.action.quit' },
      { v: PROTOCOL_VERSION, kind: 'revision', id: 1, session: 's', revision: 0 },
    ];
    for (const data of nonsense) line.host.receive(data);
    assert.deepEqual(handled, []);
    assert.equal(line.warnings.length, nonsense.length);
  });

  it('fails the request whose reply is malformed', async () => {
    const line = connect();
    const asked = line.view.request(REQUEST);
    line.view.receive({
      v: PROTOCOL_VERSION,
      kind: 'reply',
      id: 1,
      answer: { ok: true, value: 'plan' },
    });
    assert.deepEqual(await asked, { ok: false, error: 'failed' });
  });

  it('tells of another version instead of guessing at its messages', () => {
    const line = connect();
    line.view.receive({ v: PROTOCOL_VERSION - 1, kind: 'hello' });
    line.host.receive({ v: PROTOCOL_VERSION + 1, kind: 'ready' });
    assert.deepEqual(line.otherVersions, ['view', 'host']);
    assert.deepEqual(line.warnings, []);
  });
});
