import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { StepInput } from '../../domain/planFixtures';
import { ORIGIN } from '../../service/serviceFixtures';
import { DocumentedWorkbench, type Address } from '../documents/documentedWorkbench';
import { ONE, TWO } from '../commands/maintainedWorkbench';

let bench: DocumentedWorkbench;

async function write(session: string, revision: number, steps: StepInput[], title: string) {
  const { isError } = await bench.host.service.execute({
    ...{ kind: 'guest_call', session, turn_id: 't', call_id: randomUUID(), origin: ORIGIN },
    command: {
      name: 'update_plan',
      input: { expected_revision: revision, explanation: title, steps },
    },
  });
  assert.equal(isError, false);
}

const step = (id: string, description: string, status = 'pending') =>
  ({ id, description, status }) as StepInput;

const planOf = async (session: string) => (await bench.host.service.snapshot(session))?.plan;

/** Every revision that the log of a session has, with its steps. */
async function history(session: string) {
  const page = await bench.host.service.events(session, 0, 500);
  assert.ok(page.kind === 'events');
  return page.events.flatMap((event) => (event.type === 'plan_updated' ? [event.data.plan] : []));
}

describe('going on with a plan in another chat', () => {
  beforeEach(async () => {
    bench = await new DocumentedWorkbench().load();
  });
  afterEach(() => bench.end());

  it('[FC.2] the chat that came back under another address gets the plan in one action, with its history', async () => {
    await write(ONE, 0, [step('a', 'One'), step('b', 'Two')], 'Port it');
    await write(ONE, 1, [step('a', 'One', 'completed'), step('b', 'Two')], 'Port it');
    bench.shown.key = TWO;
    await bench.run('adoptPlan', { session: ONE, into: TWO });
    assert.deepEqual([bench.picks.length, bench.tabs.length], [0, 0]);
    assert.deepEqual((await planOf(TWO))?.steps, (await planOf(ONE))?.steps);
    assert.deepEqual(
      (await history(TWO)).map(({ revision }) => revision),
      [1, 2],
    );
    assert.equal((await planOf(ONE))?.revision, 2);
    assert.match(bench.messages[0]?.text ?? '', /goes on with "Port it"; the original stays/);
  });

  it('[FC.25] a person sees both plans and chooses; the replaced one stays, and nothing is mixed', async () => {
    await write(ONE, 0, [step('1', 'Old goal', 'completed'), step('2', 'Old rest')], 'Old');
    await write(TWO, 0, [step('1', 'New goal'), step('3', 'New rest')], 'New');
    const seen: string[] = [];
    bench.choose = ({ items, title }) => {
      const lines = items.map(
        ({ label, description, detail }) => `${label}: ${description ?? ''}: ${detail ?? ''}`,
      );
      seen.push(title, ...lines);
      assert.equal(bench.tabs.length, 1);
      return items[0];
    };
    await bench.run('adoptPlan', { session: ONE, into: TWO });
    assert.match(
      seen.join('\n'),
      /^This chat has a plan already\. The plan of this chat stays in its history, at revision 1\.\nKeep[^]*: New: 0 of 2 steps · Revision 1, updated .*: ○ New goal {2}○ New rest\n/,
    );
    assert.match(
      seen.join('\n'),
      /Go on with: Old: 1 of 2 steps · Revision 1, updated .*: ✓ Old goal {2}○ Old rest/,
    );
    const [, left, right] = bench.ran.find(([name]) => name === 'vscode.diff') ?? [];
    const texts = [await bench.textOf(left as Address), await bench.textOf(right as Address)];
    assert.match(texts[0] ?? '', /New goal[^]*New rest/);
    assert.match(texts[1] ?? '', /Old goal[^]*Old rest/);
    assert.deepEqual([(await planOf(TWO))?.revision, bench.tabs.length], [1, 0]);

    bench.choose = ({ items }) => items[1];
    await bench.run('adoptPlan', { session: ONE, into: TWO });
    const adopted = await planOf(TWO);
    assert.equal(adopted?.revision, 2);
    assert.deepEqual(adopted.steps, (await planOf(ONE))?.steps);
    const kept = (await history(TWO)).find(({ revision }) => revision === 1);
    assert.deepEqual(
      kept?.steps.map(({ description, status }) => `${description}, ${status}`),
      ['New goal, pending', 'New rest, pending'],
    );
  });

  it('[FC.25] two plans with the same texts stay two: what tells them apart is said', async () => {
    const texts = ['Look', 'Fix', 'Test'];
    const old = texts.map((text, at) => step(String(at), text, 'completed'));
    await write(ONE, 0, old, 'Fix it');
    await write(TWO, 0, old, 'Fix it');
    const rebuilt = texts.map((text, at) => step(`n${String(at)}`, text));
    await write(TWO, 1, rebuilt, 'Fix it');
    bench.choose = ({ items, placeholder }) => {
      assert.match(placeholder, /^Both have the same texts, but they are two plans/);
      assert.match(items[0]?.description ?? '', /^0 of 3 steps · Revision 2, /);
      assert.match(items[1]?.description ?? '', /^3 of 3 steps · Revision 1, /);
      return undefined;
    };
    await bench.run('adoptPlan', { session: ONE, into: TWO });
    assert.equal(bench.picks.length, 1);
    assert.deepEqual(
      (await planOf(TWO))?.steps.map(({ id, status }) => `${id} ${status}`),
      ['n0 pending', 'n1 pending', 'n2 pending'],
    );
  });

  it('the chat is chosen where none is named: one that has a plan, the new one, or the one in front', async () => {
    const NEW = 'vscode-chat-session://local/new';
    await write(ONE, 0, [step('a', 'One')], 'First');
    await write(TWO, 0, [step('b', 'Two')], 'Second');
    await write('srv:program', 0, [step('c', 'Three')], 'Of a program');
    bench.shown.key = NEW;
    bench.choose = ({ items, active }) => {
      assert.deepEqual(
        items.map(({ label }) => label),
        ['The chat in front', 'The chat that was used last', 'Second'],
      );
      assert.equal(active[0]?.label, 'The chat that was used last');
      return items[0];
    };
    await bench.run('adoptPlan', { session: ONE });
    const [, { query }] = bench.ran.at(-1) as [string, { query: string }];
    assert.match(
      query,
      /^@plan \/adopt vscode:\/\/session-plans\.session-plans\/session\/.*revision=1 $/,
    );
    bench.choose = ({ active }) => active[0];
    await bench.run('adoptPlan', { session: ONE });
    assert.deepEqual((await planOf(NEW))?.steps, (await planOf(ONE))?.steps);
    bench.choose = () => undefined;
    await bench.run('adoptPlan', { session: ONE });
    assert.equal((await planOf(TWO))?.revision, 1);
  });

  it('a plan without steps is not handed on', async () => {
    await write(ONE, 0, [step('a', 'One')], 'First');
    await write(ONE, 1, [], 'First');
    await bench.run('adoptPlan', { session: ONE, into: TWO });
    assert.equal(bench.messages[0]?.text, 'This plan has no steps to go on with.');
    assert.equal(await planOf(TWO), undefined);
  });
});
