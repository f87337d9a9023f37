import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import {
  ChatSessions,
  PREPARE_LIFETIME,
  PREPARES_KEPT,
  UNKNOWN_TURN,
} from '../../../src/editor/chat/chatSession';
import { fakeClock } from '../../support/fakeClock';

const A = { scheme: 'vscode-chat-session', authority: 'local', path: '/QQ' };
const B = { scheme: 'vscode-chat-session', authority: 'local', path: '/Qg' };
const KEY_A = 'vscode-chat-session://local/QQ';

function chatSessions(clock = fakeClock()): ChatSessions {
  return new ChatSessions((components) => {
    const { scheme, authority, path } = components as typeof A;
    if (!/^[\w-]+$/.test(scheme)) throw new Error('Scheme contains illegal characters.');
    return `${scheme}://${authority}${path}`;
  }, clock);
}

function prepare(input: unknown, chat?: object, chatRequestId?: string) {
  return { input, chatSessionResource: chat, chatRequestId };
}

describe('the chat that a tool call comes from', () => {
  const input = { expected_revision: 0, steps: [] };

  it('is the one in the invocation token, and the turn is what prepare saw for it', () => {
    const sessions = chatSessions();
    sessions.notePrepare('update_plan', prepare(input, A, 'request-1'));
    const origin = sessions.resolve('update_plan', { ...input }, { sessionResource: A });
    assert.deepEqual(origin, { session: KEY_A, turn_id: 'request-1' });
  });

  it('is never taken from a prepare of another chat', () => {
    const sessions = chatSessions();
    sessions.notePrepare('update_plan', prepare(input, B, 'request-b'));
    const origin = sessions.resolve('update_plan', input, { sessionResource: A });
    assert.deepEqual(origin, { session: KEY_A, turn_id: UNKNOWN_TURN });
  });

  it('is found without a token when exactly one prepare matches', () => {
    const sessions = chatSessions();
    sessions.notePrepare('update_plan', prepare(input, A, 'request-1'));
    sessions.notePrepare('read_plan', prepare({}, B, 'request-2'));
    assert.equal(sessions.resolve('update_plan', input, undefined).session, KEY_A);
  });

  it('is refused without a token when two prepares of one chat match: one of them may never run', () => {
    const sessions = chatSessions();
    sessions.notePrepare('read_plan', prepare({}, A, 'request-1'));
    sessions.notePrepare('read_plan', prepare({}, A, 'request-2'));
    assert.throws(() => sessions.resolve('read_plan', {}, undefined), PlanError);
    const origin = sessions.resolve('read_plan', {}, { sessionResource: A });
    assert.deepEqual(origin, { session: KEY_A, turn_id: UNKNOWN_TURN });
  });

  it('is not taken from a prepare that is too old or behind too many others', () => {
    const clock = fakeClock();
    const sessions = chatSessions(clock);
    sessions.notePrepare('read_plan', prepare({}, A));
    clock.advance(PREPARE_LIFETIME + 1);
    assert.throws(() => sessions.resolve('read_plan', {}, undefined), PlanError);
    for (let place = 0; place <= PREPARES_KEPT; place++) {
      sessions.notePrepare('update_plan', prepare({ place }, A));
    }
    assert.throws(() => sessions.resolve('update_plan', { place: 0 }, undefined), PlanError);
    assert.equal(sessions.resolve('update_plan', { place: 1 }, undefined).session, KEY_A);
  });

  it('stays refused while two chats prepared the same call, whichever is served first', () => {
    const sessions = chatSessions();
    const refused = (error: unknown) => PlanError.is(error, 'no_session');
    assert.throws(() => sessions.resolve('update_plan', input, undefined), refused);
    sessions.notePrepare('update_plan', prepare(input, A));
    sessions.notePrepare('update_plan', prepare(input, B));
    assert.throws(() => sessions.resolve('update_plan', input, undefined), refused);
    assert.throws(() => sessions.resolve('update_plan', input, undefined), refused);
  });

  it('uses a prepare once', () => {
    const sessions = chatSessions();
    sessions.notePrepare('update_plan', prepare(input, A));
    sessions.resolve('update_plan', input, undefined);
    assert.throws(() => sessions.resolve('update_plan', input, undefined), PlanError);
  });

  it('is the one in the token in whichever form the editor wrote it', () => {
    class Uri {
      readonly scheme = A.scheme;
      readonly authority = A.authority;
      readonly path = A.path;
      readonly query = '';
      readonly fragment = '';
    }
    for (const token of [
      // 1.110 and newer
      { sessionResource: A },
      { sessionResource: { $mid: 1, ...A } },
      { sessionResource: { $mid: 1, ...A, external: KEY_A, query: '', fragment: '' } },
      { sessionResource: new Uri() },
      Object.freeze({ sessionResource: Object.freeze({ ...A }) }),
      // 1.108, which named it in both ways
      { sessionId: 'A', sessionResource: A },
      { sessionId: 'B', sessionResource: { $mid: 1, ...A } },
      // Of a request that has more to say.
      { sessionResource: A, requestId: 'request-1', subAgentInvocationId: 'call-1' },
    ]) {
      const sessions = chatSessions();
      assert.equal(sessions.resolve('read_plan', {}, token).session, KEY_A);
      sessions.notePrepare('read_plan', prepare({}, A, 'request-1'));
      const origin = sessions.resolve('read_plan', {}, token);
      assert.deepEqual(origin, { session: KEY_A, turn_id: 'request-1' });
    }
  });

  it('is what prepare saw where the token names none, such as the bare id of 1.106', () => {
    for (const token of [undefined, null, {}, { sessionId: 'A' }, { sessionResource: undefined }]) {
      const sessions = chatSessions();
      const refused = (error: unknown) => PlanError.is(error, 'no_session');
      assert.throws(() => sessions.resolve('read_plan', {}, token), refused);
      sessions.notePrepare('read_plan', prepare({}, { $mid: 1, ...B }, 'request-2'));
      const origin = sessions.resolve('read_plan', {}, token);
      assert.deepEqual(origin, { session: 'vscode-chat-session://local/Qg', turn_id: 'request-2' });
      // Prepares of those editors named the chat by such an id, too.
      const old = { input: {}, chatSessionId: 'A', chatRequestId: 'request-3' };
      sessions.notePrepare('read_plan', old);
      assert.throws(() => sessions.resolve('read_plan', {}, token), refused);
    }
  });

  it('[DP.74] is never what the model put into the input or what is no URI', () => {
    const sessions = chatSessions();
    const odd = { session_id: KEY_A, sessionResource: A, chatSessionResource: A };
    for (const token of [
      null,
      'x',
      7,
      {},
      { sessionId: KEY_A },
      { sessionResource: KEY_A },
      { sessionResource: [A] },
      { sessionResource: {} },
      { sessionResource: { scheme: 'no scheme' } },
    ]) {
      assert.throws(() => sessions.resolve('update_plan', odd, token), PlanError);
    }
  });
});
