import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cacheBreakpoints,
  type CacheBreakpoint,
  type CacheProvider,
} from '../../src/agent/cacheBreakpoints';
import type { ModelRequest, RequestPart } from '../../src/agent/modelRequest';
import { shapeRequest } from '../../src/agent/requestShaper';
import { answered, asked, requestOf, tailOf, toolRound } from './agentFixtures';
import { anyMessages, anyTail } from './requestArbitraries';

const ANTHROPIC: CacheProvider = { kind: 'anthropic' };
const AUTOMATIC: CacheProvider = { kind: 'anthropic', automatic: true };
const BEDROCK: CacheProvider = { kind: 'bedrock' };
const OPENAI: CacheProvider = { kind: 'openai', explicitBreakpoints: true };
const OPENAI_PLAIN: CacheProvider = { kind: 'openai', explicitBreakpoints: false };
const OPENROUTER: CacheProvider = { kind: 'openrouter' };
const OTHER: CacheProvider = { kind: 'other' };
const EXACT = [ANTHROPIC, BEDROCK, OPENAI];
const ALL = [...EXACT, AUTOMATIC, OPENAI_PLAIN, OPENROUTER, OTHER];

const PROMPT = requestOf(asked('Fix it'));
const LOOP = requestOf(asked('Fix it'), ...toolRound('c1'), ...toolRound('c2'));
const retry = { kind: 'retry_prompt', text: 'That is no JSON.' } as const;

function partAt(request: ModelRequest, { message, part }: CacheBreakpoint): RequestPart {
  const found = request.messages[message]?.parts[part];
  assert.ok(found);
  return found;
}

/** The parts that carry a breakpoint once the request has its tail. */
function covered(request: ModelRequest, provider: CacheProvider): RequestPart[] {
  const shaped = shapeRequest(request, tailOf());
  return cacheBreakpoints(shaped, provider).map((place) => partAt(shaped, place));
}

describe('Cache markers', () => {
  it('[PT.9] after a prompt the marker covers that prompt', () => {
    for (const provider of [...EXACT, OPENROUTER]) {
      assert.deepEqual(covered(PROMPT, provider), asked('Fix it').parts, provider.kind);
    }
  });

  it('[PT.10] in a tool loop it covers the newest result', () => {
    for (const provider of EXACT) {
      const [carrier, ...more] = covered(LOOP, provider);
      assert.deepEqual([carrier, more], [LOOP.messages.at(-1)?.parts[0], []], provider.kind);
    }
  });

  it('[PT.11] it covers a retry prompt too', () => {
    const again = requestOf(asked('Fix it'), ...toolRound('c1', retry));
    for (const provider of EXACT) assert.deepEqual(covered(again, provider), [retry]);
  });

  it('[PT.13] of what is sent only the tail is behind it', () => {
    for (const request of [PROMPT, LOOP]) {
      const shaped = shapeRequest(request, tailOf({ notice: 'Plan mode is on.' }));
      for (const provider of EXACT) {
        const [place, ...more] = cacheBreakpoints(shaped, provider);
        assert.deepEqual(more, []);
        assert.equal(place?.message, shaped.messages.length - 1);
        const behind = shaped.messages.at(-1)?.parts.slice(place.part + 1) ?? [];
        assert.deepEqual(
          behind.map((part) => 'tail' in part),
          [true, true, true],
        );
      }
    }
  });

  it('[PT.14][PT.15] OpenRouter has it on the message of the user before, and answers and results after that are outside', () => {
    assert.deepEqual(covered(LOOP, OPENROUTER), asked('Fix it').parts);
    const [call, results] = toolRound('c3');
    const talking = { ...call!, parts: [...answered('I run them').parts, ...call!.parts] };
    assert.deepEqual(
      covered(requestOf(...LOOP.messages, talking, results!), OPENROUTER),
      asked('Fix it').parts,
    );
    const longer = requestOf(...LOOP.messages, answered('Done'), asked('And now?'));
    assert.deepEqual(covered(longer, OPENROUTER), asked('And now?').parts);
    // A retry prompt is a message of its own, unless it stands in the place of a result.
    const again = requestOf(asked('Fix it'), ...toolRound('c1', retry));
    assert.deepEqual(covered(again, OPENROUTER), [retry]);
    const inPlace = { ...retry, call_id: 'c1' };
    const replaced = requestOf(asked('Fix it'), ...toolRound('c1', inPlace));
    assert.deepEqual(covered(replaced, OPENROUTER), asked('Fix it').parts);
  });

  it('[PT.16] OpenAI gets it only where the profile has explicit breakpoints, and without a time to live', () => {
    assert.deepEqual(covered(LOOP, OPENAI_PLAIN), []);
    const shaped = shapeRequest(PROMPT, tailOf({ cacheTtl: '1h' }));
    assert.deepEqual(cacheBreakpoints(shaped, OPENAI), [{ message: 0, part: 0 }]);
    for (const provider of [ANTHROPIC, BEDROCK, OPENROUTER]) {
      assert.deepEqual(cacheBreakpoints(shaped, provider), [{ message: 0, part: 0, ttl: '1h' }]);
    }
  });

  it('[PT.17] models without explicit breakpoints get none', () => {
    for (const request of [PROMPT, LOOP]) assert.deepEqual(covered(request, OTHER), []);
  });

  it('[PT.18] beside automatic caching ours comes right before the reminder, and theirs is on it', () => {
    for (const request of [PROMPT, LOOP]) {
      const [ours, theirs, ...more] = covered(request, AUTOMATIC);
      assert.deepEqual([ours], covered(request, ANTHROPIC));
      assert.ok(theirs?.kind === 'text' && theirs.text.startsWith('<current_plan>'));
      assert.deepEqual(more, []);
    }
  });

  it('leaves one where it is when automatic caching would have set the same', () => {
    const marker = { kind: 'cache_marker', ttl: '1h' } as const;
    const request = requestOf({ role: 'user', parts: [...asked('Fix it').parts, marker] });
    assert.deepEqual(cacheBreakpoints(request, AUTOMATIC), [{ message: 0, part: 0, ttl: '1h' }]);
  });

  it('[PT.19] one with nothing before it is not sent', () => {
    const marker = { kind: 'cache_marker', ttl: '5m' } as const;
    const nothing: RequestPart = { kind: 'text', text: '' };
    const request = requestOf({
      role: 'user',
      parts: [nothing, marker, { kind: 'text', text: 'x' }],
    });
    for (const provider of [...EXACT, OPENROUTER]) {
      assert.deepEqual(cacheBreakpoints(request, provider), [], provider.kind);
    }
  });

  it('[PT.20] the tail of an earlier capability stays before our marker and is covered by it', () => {
    const marker = { kind: 'cache_marker', ttl: '1h' } as const;
    const clock = { kind: 'text', text: 'The time is 3 o’clock.' } as const;
    const request = requestOf(asked('Fix it'), ...toolRound('c1', marker, clock));
    const [result] = request.messages.at(-1)?.parts ?? [];
    // Theirs still marks the history.
    for (const provider of EXACT) assert.deepEqual(covered(request, provider), [result, clock]);
  });

  it('lie on content, in the order of the request, one at a place, for any request', () => {
    fc.assert(
      fc.property(anyMessages, anyTail, fc.constantFrom(...ALL), (messages, tail, provider) => {
        const shaped = shapeRequest(requestOf(...messages), tail);
        const places = cacheBreakpoints(shaped, provider);
        for (const place of places) {
          const part = partAt(shaped, place);
          assert.notEqual(part.kind, 'cache_marker');
          assert.ok(part.kind !== 'text' || part.text !== '');
        }
        const order = places.map(({ message, part }) => message * 1_000 + part);
        assert.deepEqual(
          order,
          [...new Set(order)].sort((a, b) => a - b),
        );
      }),
    );
  });
});
