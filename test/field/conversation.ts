import assert from 'node:assert/strict';
import type { ChatAnswer } from '../support/workbench/chatDriver';
import type { ScriptedReply } from '../support/workbench/control';
import { toolResults } from '../extension/planModeStory';
import { inOneRound, updatePlan, type AgentCall, type StepInput } from '../extension/product';
import { FieldChat } from './fieldChat';
import type { FieldWorld } from './fieldWorld';

const ACCEPTED = /^(?:Plan revision|[^]*\bPlan revision) (\d+)/;

/** Sends a message in this chat; the texts are what its last `results` calls were answered. */
export async function converse(
  world: FieldWorld,
  chat: FieldChat,
  query: string,
  replies: readonly ScriptedReply[],
): Promise<ChatAnswer> {
  await world.goTo(chat);
  const answer = await world.product.chat.ask(prefixOf(chat) + query, { replies });
  heard(world, chat, answer);
  return answer;
}

export function prefixOf({ by }: FieldChat): string {
  return by === 'plan' ? '@plan ' : '';
}

/** Each call in a round of its own, and then a last word. */
export async function callsIn(
  world: FieldWorld,
  chat: FieldChat,
  query: string,
  ...calls: readonly AgentCall[]
): Promise<string[]> {
  const answer = await converse(world, chat, query, [...calls.map(inOneRound), { text: 'Done.' }]);
  assert.equal(answer.confirmation, undefined, 'a planning tool asked for confirmation');
  world.called(chat);
  return resultsOf(answer, calls.length);
}

export function resultsOf(answer: ChatAnswer, count: number): string[] {
  const results = toolResults(answer.requests).slice(-count);
  assert.equal(results.length, count, `calls that were answered: ${results.join('\n')}`);
  return results;
}

/** The first message of a new chat, which has to write a plan for its session to be known. */
export async function startChat(
  world: FieldWorld,
  by: 'agent' | 'plan',
  steps?: readonly StepInput[],
  explanation?: string,
): Promise<FieldChat> {
  await world.freshChat();
  const topic = world.topic();
  const first = steps ?? world.writer.newSteps(topic);
  const write = updatePlan(0, first, explanation);
  const prefix = by === 'plan' ? '@plan ' : '';
  const replies = [inOneRound(write), { text: 'Started.' }];
  const answer = await world.product.chat.ask(`${prefix}Start with ${topic}`, { replies });
  const chat = new FieldChat(sessionOf(answer), topic, by);
  heard(world, chat, answer);
  const [result = ''] = resultsOf(answer, 1);
  world.wrote(chat, first, explanation);
  assertAccepted(result, chat);
  world.called(chat);
  world.front = chat;
  return chat;
}

export function sessionOf({ session, result }: ChatAnswer): string {
  const metadata = result.metadata as
    { readonly sessionPlans?: { readonly session: string } } | undefined;
  const found = metadata?.sessionPlans?.session ?? session;
  assert.ok(found, `the answer does not say its session: ${JSON.stringify(result).slice(0, 500)}`);
  return found;
}

/** The answer to the write that made the revision at which the chat is now. */
export function assertAccepted(text: string, { plan }: FieldChat): void {
  assert.equal(ACCEPTED.exec(text)?.[1], String(plan.revision), `answered: ${text}`);
}

export function assertRefused(text: string): void {
  assert.match(text, /^ERROR\b/);
}

function heard(world: FieldWorld, chat: FieldChat, answer: ChatAnswer): void {
  world.counts.messages += 1;
  chat.messages += 1;
  if (chat.by === 'plan') world.begun(chat);
  assert.equal(answer.result.errorDetails, undefined, 'the chat says that something failed');
  if (chat.messages > 1 && answer.result.metadata !== undefined)
    assert.equal(sessionOf(answer), chat.session, 'the answer came in another chat');
}
