// A model loop that keeps a plan: `node run.mjs [SERVER] [STORE]`. The model is a script, so that this runs
// without an account; put a real one into `askModel`.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectStdio } from 'session-plans/client';

const here = dirname(fileURLToPath(import.meta.url));
const closed = new Set(['completed', 'cancelled']);
const [, , server = join(here, '../../dist/server.cjs'), store = 'memory:'] = process.argv;

const client = connectStdio({
  command: process.execPath,
  args: [server, '--stdio', '--store', store, '--coworkers', join(here, 'coworkers')],
});
const manifest = await readFile(join(here, 'coworkers/release-manager/manifest.md'), 'utf8');
const instructions = manifest.replace(/^---\n[^]*?\n---\n/, '');

const { sessionId } = await client.createSession('release-manager', 'Release 1.4');
client.subscribe(sessionId, ({ plan }) => {
  for (const { status, description } of plan?.steps ?? []) console.log(`${status}\t${description}`);
  console.log(`revision ${plan?.revision ?? 0}`);
});

const { tools, guidance } = await client.tools(sessionId);
const turnId = await client.startTurn(sessionId);
// What is the same in every request stands first, so that a provider's cache has it.
const system = [instructions, guidance].filter(Boolean).join('\n\n');
const messages = [{ role: 'user', content: 'Prepare release 1.4.' }];
for (let request = 1; ; request++) {
  // The plan of the moment is in this request alone; `messages` never has it.
  const { reminder } = await client.boundary(sessionId, turnId, `request-${request}`);
  const tail = reminder ? [{ role: 'user', content: reminder.text }] : [];
  const answer = await askModel({ system, tools, messages: [...messages, ...tail] }, request);
  messages.push({ role: 'assistant', content: answer.text, calls: answer.calls });
  if (answer.calls.length === 0) break;
  for (const call of answer.calls) {
    const { isError, content } = await client.call({ sessionId, turnId, ...call });
    messages.push({ role: 'tool', callId: call.callId, isError, content });
  }
}
await client.endTurn(sessionId, turnId);
const { plan } = await client.snapshot(sessionId);
const open = plan.steps.filter(({ status }) => !closed.has(status));
console.log(`${messages.at(-1).content} Open steps: ${open.length}.`);
await client.close();

/** Stands for a model: looks at the steps one after the other and says that each is done. */
async function askModel({ messages }, request) {
  const work = ['Read the changes since 1.3', 'Write the notes', 'Raise the version'];
  if (request > work.length + 1) return { text: 'Release 1.4 is prepared.', calls: [] };
  const statusOf = (index) => {
    if (index < request - 1) return 'completed';
    return index === request - 1 ? 'in_progress' : 'pending';
  };
  const steps = work.map((description, index) => ({
    ...{ id: `step-${index + 1}`, description, status: statusOf(index) },
  }));
  // As a real one does, it takes the revision from the reminder, which is at the end of the request.
  const [, seen = '0'] = /Revision: (\d+)/.exec(messages.at(-1).content) ?? [];
  const input = { expected_revision: Number(seen), steps };
  return {
    text: '',
    calls: [{ callId: `call-${request}`, name: 'update_plan', arguments: input }],
  };
}
