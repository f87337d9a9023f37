import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { PlanDocument, PlanStep } from '../../../src/domain/plan';
import { type Draft, EMPTY_DRAFT } from '../../../src/domain/steering/draft';
import { draftStatus, draftText } from '../../../src/domain/steering/draftOperations';
import { ONE } from '../commands/maintainedWorkbench';
import { SteeringWorkbench } from './steeringBench';

const DO = [
  { id: 'one', description: 'Do one', status: 'pending' },
  { id: 'two', description: 'Do two', status: 'pending' },
] as const;
const WANTED = [
  { ...DO[0], description: 'Do it' },
  { ...DO[1], status: 'completed' },
] as const;

type Steps = readonly (PlanStep & { readonly status: 'pending' | 'in_progress' | 'completed' })[];

describe('steering a plan from the editor', () => {
  let bench: SteeringWorkbench;
  let revision = 0;

  beforeEach(async () => {
    bench = new SteeringWorkbench();
    await bench.keepInMemory();
    await bench.steer();
    bench.shown.key = ONE;
    revision = 0;
  });
  afterEach(async () => {
    bench.real?.dispose();
    await bench.end();
  });

  /** The agent of a session writes the next revision. */
  async function write(
    steps: Steps = DO,
    { key = ONE, coworker = 'chat', turn_id = `turn-${String(revision)}` } = {},
  ): Promise<void> {
    const call_id = `call-${String(revision)}`;
    const input = { expected_revision: revision, steps: steps.map((step) => ({ ...step })) };
    await bench.host.service.execute({
      ...{ kind: 'guest_call', session: key, turn_id, call_id },
      origin: { coworker, configuration: { planning: true, subtasks: false } },
      command: { name: 'update_plan', input },
    });
    revision += 1;
  }

  function drafted(): Draft {
    const plan: PlanDocument = {
      ...{ revision: 1, turn_id: '', call_id: '', explanation: '' },
      steps: DO.map((step) => ({ ...step })),
    };
    return draftText(draftStatus(EMPTY_DRAFT, plan, 'two', 'completed'), plan, 'one', 'Do it');
  }

  const kept = () => bench.real?.draft(ONE) ?? null;
  const said = () => bench.messages.map(({ text }) => text);

  /** Sends, and waits until the message is on its way. */
  async function send(): Promise<void> {
    void bench.run('sendDraft');
    for (let tries = 0; tries < 50 && bench.sent().length === 0; tries += 1) await turn();
  }

  it('[DP.73] [FC.33] sends a draft as one ordinary message in the chat of its plan, and ends it with the revision that has all of it', async () => {
    await write();
    bench.real?.keep(ONE, drafted());
    await send();
    const [message, ...more] = bench.sent();
    assert.equal(more.length, 0);
    assert.equal(message?.chat, `parsed ${ONE}`);
    assert.deepEqual(
      bench.ran.map(([name]) => name),
      ['vscode.open', 'workbench.action.focusActiveEditorGroup', 'workbench.action.chat.open'],
    );
    assert.deepEqual(message.query.split('\n'), [
      'Change the plan, which is at revision 1, in exactly this way, and keep all other steps with their ids, texts and status as they are:',
      '- Step "one": change its text to "Do it"',
      '- Step "two": set its status to completed',
    ]);
    assert.deepEqual(kept()?.sent, { revision: 1, answered: false });
    await write([WANTED[0], DO[1]]);
    assert.ok(kept(), 'half of it is not all of it');
    await write(WANTED);
    assert.equal(kept(), null);
    assert.deepEqual(bench.told.at(-1), { session: ONE, draft: null, done: 3 });
    assert.deepEqual([...bench.stored.keys()], []);
  });

  it('sends nothing twice: while the agent is at it a second press says so, after its answer it may', async () => {
    await write();
    bench.real?.keep(ONE, drafted());
    let answer: (result: object) => void = () => undefined;
    bench.chat = new Promise((resolve) => (answer = resolve));
    await send();
    await bench.run('sendDraft');
    assert.equal(bench.sent().length, 1);
    assert.match(said().join(), /were sent already/);
    answer({});
    for (let tries = 0; tries < 5; tries += 1) await turn();
    assert.deepEqual(kept()?.sent, { revision: 1, answered: true });
    // The panel may not have heard of it when it has something to keep.
    bench.real?.keep(ONE, { ...drafted(), sent: { revision: 1, answered: false } });
    assert.deepEqual(kept()?.sent, { revision: 1, answered: true });
    await bench.run('sendDraft');
    assert.equal(bench.sent().length, 2);
  });

  it('the end of an answer says nothing of what was drafted since', async () => {
    await write();
    bench.real?.keep(ONE, drafted());
    let answer: (result: object) => void = () => undefined;
    bench.chat = new Promise((resolve) => (answer = resolve));
    await send();
    bench.real?.keep(ONE, drafted());
    answer({});
    for (let tries = 0; tries < 5; tries += 1) await turn();
    assert.equal(kept()?.sent, undefined);
  });

  it('can be sent again where nobody hears of the end, and what cannot be sent is unsent and on the clipboard', async () => {
    await write();
    bench.real?.keep(ONE, drafted());
    for (const result of [{ type: 'confirmation' }, undefined]) {
      bench.chat = Promise.resolve(result);
      await bench.run('sendDraft');
      assert.deepEqual(kept()?.sent, { revision: 1, answered: true });
    }
    assert.equal(bench.sent().length, 2);
    bench.real?.keep(ONE, drafted());
    bench.chat = undefined;
    await bench.run('sendDraft');
    assert.equal(kept()?.sent, undefined);
    assert.equal(kept()?.changes.length, 2);
    assert.match(bench.copied.at(-1) ?? '', /^Change the plan/);
    assert.match(said().at(-1) ?? '', /on the clipboard/);
  });

  it('[FC.33] sends nothing while the plan contradicts the draft, and nothing where nothing is drafted', async () => {
    await write();
    await bench.run('sendDraft');
    assert.match(said().join(), /Nothing is drafted/);
    bench.real?.keep(ONE, drafted());
    await write([{ ...DO[0], description: 'Theirs' }, DO[1]]);
    await bench.run('sendDraft');
    assert.match(said().join(), /Decide about them first/);
    const typing = { step: 'one', text: 'Do i', was: 'Do one', from: 4, to: 4 };
    bench.real?.keep(ONE, { changes: [], typing });
    await bench.run('sendDraft');
    assert.match(said().join(), /still being typed/);
    assert.deepEqual(bench.sent(), []);
    assert.deepEqual(kept()?.typing, typing);
  });

  it('[FC.33] a draft outlives the extension host, with what is being typed, and is looked at again then', async () => {
    await write();
    const typing = { step: 'one', text: 'Do i', was: 'Do one', from: 4, to: 4 };
    bench.real?.keep(ONE, { ...drafted(), typing });
    await bench.steer();
    assert.deepEqual(kept(), { ...drafted(), typing });
    await write(WANTED);
    assert.ok(kept(), 'it ends under nobody’s hands');
    bench.real?.keep(ONE, drafted());
    await bench.steer();
    await bench.real?.look(ONE);
    assert.equal(kept(), null);
    bench.stored.set(`sessionPlans.draft:${ONE}`, { changes: 'of another version' });
    await bench.steer();
    assert.equal(kept(), null);
  });

  it('after a restart nobody waits for an answer any more', async () => {
    await write();
    bench.real?.keep(ONE, drafted());
    await send();
    await bench.steer();
    assert.deepEqual(kept()?.sent, { revision: 1, answered: true });
  });

  it('names the participant whose plan it is, and gives what has no chat here to the clipboard', async () => {
    await write(DO, { coworker: '@plan' });
    await bench.run('updateStatuses');
    assert.match(bench.sent()[0]?.query ?? '', /^@plan Bring the plan, which is at revision 1, up/);
    const shared = `${ONE}#acme.helper.ask`;
    revision = 0;
    await write(DO, { key: shared, coworker: '@ask' });
    await bench.run('updateStatuses', { session: shared });
    assert.equal(bench.sent()[1]?.chat, `parsed ${ONE}`);
    assert.match(bench.sent()[1]?.query ?? '', /^@ask Bring/);
    revision = 0;
    await write(DO, { key: 'srv:one', coworker: 'acme' });
    await bench.run('updateStatuses', { session: 'srv:one' });
    assert.equal(bench.sent().length, 2);
    assert.match(bench.copied.at(-1) ?? '', /^Bring the plan/);
  });

  it('[FC.31] asks in one message that the list tells the truth', async () => {
    await write();
    await bench.run('updateStatuses');
    const [{ chat, query } = { chat: '', query: '' }, ...more] = bench.sent();
    assert.deepEqual([chat, more.length, query.split('\n').length], [`parsed ${ONE}`, 0, 1]);
    assert.match(query, /set the status of every step to what is true now/);
  });

  it('[DP.73] asks for an earlier revision with its exact steps: the named one, one that is chosen, or what was before a message', async () => {
    await write(DO, { turn_id: 'first' });
    await write(WANTED, { turn_id: 'second' });
    await write([WANTED[0]], { turn_id: 'second' });
    await write([DO[1]], { turn_id: 'unknown' });
    await write([DO[0]], { turn_id: 'unknown' });
    const asked = async (command: string, target?: object): Promise<string> => {
      const before = bench.sent().length;
      await bench.run(command, target);
      return bench.sent()[before]?.query ?? said().at(-1) ?? '';
    };
    assert.deepEqual((await asked('goBack', { session: ONE, revision: 2 })).split('\n').slice(1), [
      '- "one", pending: "Do it"',
      '- "two", completed: "Do two"',
    ]);
    assert.match(await asked('goBack', { session: ONE, from: 1, revision: 2 }), /at revision 1:/);
    assert.match(await asked('goBack'), /at revision 4:/);
    assert.deepEqual(
      bench.picks.at(-1)?.items.map(({ label }) => label),
      ['Revision 4', 'Revision 3', 'Revision 2', 'Revision 1'],
    );
    const before = (wanted: number) => asked('goBackBeforeMessage', { revision: wanted });
    assert.match(await before(3), /back to what it was at revision 1:/);
    assert.match(await before(2), /back to what it was at revision 1:/);
    assert.match(await before(5), /back to what it was at revision 4:/);
    assert.match(await before(1), /There was no plan before this message/);
    assert.match(await asked('goBack', { session: ONE, revision: 5 }), /is at this revision/);
    assert.match(await asked('goBack', { session: ONE, revision: 9 }), /no revision 9/);
  });

  it('tells a panel what to do once it is on the screen', async () => {
    const panel = {};
    bench.real?.steer('addStep');
    assert.deepEqual(bench.steered, []);
    bench.real?.shown(panel, true);
    bench.real?.steer('undoDraft');
    bench.real?.shown(panel, false);
    bench.real?.steer('redoDraft');
    await turn();
    assert.deepEqual(bench.steered, ['addStep', 'undoDraft']);
  });
});
