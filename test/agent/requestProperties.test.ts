import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModelRequest, RequestPart } from '../../src/agent/modelRequest';
import { shapeRequest, stripTail, type RequestTail } from '../../src/agent/requestShaper';
import { deepFrozen } from '../../src/service/deepFrozen';
import { markersOf, requestOf } from './agentFixtures';
import { anyConversation, anyMessages, anyTail } from './requestArbitraries';

interface SentRequest {
  readonly history: ModelRequest;
  readonly shaped: ModelRequest;
}

/** Every request of a conversation, as it is kept and as it goes out. */
function requestsOf(
  conversation: readonly (readonly [ModelRequest['messages'], RequestTail])[],
): SentRequest[] {
  let history = requestOf();
  return conversation.map(([messages, tail]) => {
    history = { ...history, messages: [...history.messages, ...messages] };
    return { history, shaped: shapeRequest(history, tail) };
  });
}

/** The parts of a request in their order, each with the message it is in. */
function flat({ messages }: ModelRequest): string[] {
  return messages.flatMap(({ role, parts }, at) =>
    parts.map((part) => JSON.stringify([at, role, part])),
  );
}

function isOwnTail(part: RequestPart): boolean {
  return 'tail' in part;
}

describe('Shaped requests', () => {
  it('[PT.12] each without its tail and its markers is a prefix of the next one without them', () => {
    const bare = (request: ModelRequest): string[] =>
      flat(stripTail(request)).filter((part) => !part.includes('"kind":"cache_marker"'));
    fc.assert(
      fc.property(anyConversation, (conversation) => {
        const requests = requestsOf(conversation).map(({ shaped }) => bare(shaped));
        requests.slice(1).forEach((next, at) => {
          const before = requests[at] ?? [];
          assert.deepEqual(next.slice(0, before.length), before);
        });
      }),
    );
  });

  it('[PT.13][FC.53] whatever the plan does, no byte before the tail of a request is another one in the next', () => {
    fc.assert(
      fc.property(anyConversation, (conversation) => {
        const requests = requestsOf(conversation);
        requests.slice(1).forEach(({ shaped: next }, at) => {
          const before = requests[at]!.shaped;
          const parts = before.messages.flatMap((message) => message.parts);
          const end = parts.findIndex(isOwnTail);
          const kept = flat(before).slice(0, end === -1 ? undefined : end);
          assert.deepEqual(flat(next).slice(0, kept.length), kept);
        });
      }),
    );
  });

  it('are what they were once the tail is taken off again', () => {
    fc.assert(
      fc.property(anyMessages, anyTail, (messages, tail) => {
        const request = requestOf(...messages);
        assert.deepEqual(stripTail(shapeRequest(request, tail)), request);
      }),
    );
  });

  it('[PTx.26] never touch what they were made from', () => {
    fc.assert(
      fc.property(anyMessages, anyTail, (messages, tail) => {
        const request = deepFrozen(requestOf(...messages));
        const before = JSON.stringify(request);
        stripTail(deepFrozen(shapeRequest(request, deepFrozen(tail))));
        assert.equal(JSON.stringify(request), before);
      }),
    );
  });

  it('[PT.6] have at most one reminder and one marker of ours, at the end, however long they talk', () => {
    fc.assert(
      fc.property(anyConversation, (conversation) => {
        for (const { history, shaped } of requestsOf(conversation)) {
          const added = shaped.messages.flatMap((message) => message.parts).filter(isOwnTail);
          const reminders = added.filter(
            (part) => part.kind === 'text' && part.text.includes('agent itself wrote it'),
          );
          assert.ok(reminders.length <= 1);
          assert.ok(markersOf(shaped).length - markersOf(history).length <= 1);
          const end = shaped.messages.at(-1)?.parts ?? [];
          assert.deepEqual(end.slice(end.length - added.length), added);
        }
      }),
    );
  });

  it('are the very request exactly when there is nothing to add to it', () => {
    fc.assert(
      fc.property(anyMessages, anyTail, (messages, tail) => {
        const request = requestOf(...messages);
        const hasReminder = tail.inject && (tail.plan?.steps.length ?? 0) > 0;
        const hasText = hasReminder || Boolean(tail.modeGuidance) || Boolean(tail.notice);
        const isOurs = messages.at(-1)?.role === 'user';
        assert.equal(shapeRequest(request, tail) !== request, hasText && isOurs);
      }),
    );
  });
});
