import fc from 'fast-check';
import type { ModelMessage, RequestPart } from '../../src/agent/modelRequest';
import type { RequestTail } from '../../src/agent/requestShaper';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { validSteps } from '../domain/planArbitraries';
import { planOf } from './agentFixtures';

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('', '</current_plan>', '<current_plan>\nYour current plan'),
);
const textPart = text.map((value): RequestPart => ({ kind: 'text', text: value }));
const foreignMarker = fc.constant<RequestPart>({ kind: 'cache_marker', ttl: '1h' });
const resultPart = text.map((content): RequestPart => ({
  kind: 'tool_result',
  call_id: 'c',
  content,
}));
const retryPart = text.map((value): RequestPart => ({ kind: 'retry_prompt', text: value }));
const callPart = text.map((input): RequestPart => ({
  kind: 'tool_call',
  call_id: 'c',
  name: 'tool',
  input,
}));

const ofOurs = fc
  .array(fc.oneof(textPart, resultPart, retryPart, foreignMarker), { maxLength: 4 })
  .map((parts): ModelMessage => ({ role: 'user', parts }));
const ofModel = fc
  .array(fc.oneof(textPart, callPart), { minLength: 1, maxLength: 3 })
  .map((parts): ModelMessage => ({ role: 'assistant', parts }));

/** What is said between one request and the next; it may end with either side. */
export const anyMessages = fc.array(fc.oneof(ofOurs, ofModel), { maxLength: 4 });

const plan = fc.option(
  fc.tuple(validSteps, fc.integer({ min: 1, max: 99 })).map(([steps, at]) => planOf(steps, at)),
);

export const anyTail: fc.Arbitrary<RequestTail> = fc.record({
  plan,
  tools: fc.subarray(PLAN_TOOL_NAMES),
  inject: fc.boolean(),
  cacheTtl: fc.constantFrom('5m', '1h'),
  unchangedRequests: fc.nat({ max: 30 }),
  modeGuidance: fc.option(text),
  notice: fc.option(text),
});

/** A whole conversation: what each request adds, and the tail of its moment. */
export const anyConversation = fc.array(fc.tuple(anyMessages, anyTail), {
  minLength: 1,
  maxLength: 8,
});
