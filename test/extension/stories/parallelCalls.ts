import assert from 'node:assert/strict';
import { updatePlan, type Product } from '../product';
import { addTask, items, readPlan, setStatus, writePlan } from './planCalls';

/** A view is told of commits at most once in so many milliseconds. */
const COALESCE = 40;

/** Notes when the page of the panel hears and draws; a text, because page code has no types here. */
const NOTE_MESSAGES_AND_PAINTS = `(() => {
  const noted = (globalThis.noted = { messages: [], paints: [] });
  globalThis.addEventListener('message', () => { noted.messages.push(performance.now()); });
  let drawing = false;
  // What a screen reader is told, with pauses of its own, nobody sees.
  const isSeen = ({ target }) =>
    !(target instanceof Element ? target : target.parentElement)?.closest('[aria-live]');
  new MutationObserver((changes) => {
    if (drawing || !changes.some(isSeen)) return;
    drawing = true;
    requestAnimationFrame((at) => { drawing = false; noted.paints.push(at); });
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
})()`;

interface Noted {
  readonly messages: readonly number[];
  readonly paints: readonly number[];
}

/** The revision that an accepted change made. */
function revisionIn(answer: string): number {
  return Number(/^Plan revision (\d+)/m.exec(answer)?.[1] ?? Number.NaN);
}

function idsIn(plan: string): string[] {
  return [...plan.matchAll(/^\d+\. \[.\] \[(.+?)\] /gm)].map(([, id = '']) => id);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export function describeParallelCalls(product: () => Product): void {
  it('land all when the model makes ten in one round, on one step and on several', async () => {
    await product().agentCalls('Start', writePlan(...items(6)));
    const calls = [
      setStatus('s1', 'in_progress'),
      addTask('One more'),
      setStatus('s1', 'completed'),
      setStatus('s2', 'completed'),
      addTask('One more'),
      setStatus('s1', 'cancelled'),
      addTask('And one'),
      setStatus('s3', 'in_progress'),
      setStatus('s4', 'cancelled'),
      addTask('And a last one'),
    ];
    const { toolCalls } = await product().chat.ask('All at once', {
      replies: [{ toolCalls: calls }, { text: 'Done.' }],
    });
    assert.deepEqual(
      toolCalls.map(({ text }) => revisionIn(text)),
      range(2, 11),
    );
    const plan = await product().planInChat();
    assert.match(plan, /revision 11\b/);
    assert.match(plan, /^Summary: 1 completed, 1 in progress, 6 pending, 2 cancelled$/m);
    assert.match(plan, /^1\. \[-\] \[s1\]/m);
    assert.equal(new Set(idsIn(plan)).size, 10);
    await product().panelShows(/Revision 11\b/);
    assert.equal(await product().steps.count(), 10);
  });

  it('land all when they arrive at one moment in the extension host, up to the bound of a plan', async () => {
    await product().agentCalls('Start', writePlan(...items(6)));
    const moves = ['in_progress', 'completed', 'pending', 'cancelled', 'pending', 'completed'];
    const answers = await product().callTogether(
      ...moves.map((status) => setStatus('s1', status)),
      ...range(1, 30).map((at) => addTask(`Added ${at}`)),
      ...range(2, 6).map((at) => setStatus(`s${at}`, 'completed')),
    );
    const refused = answers.filter((text) => text.startsWith('ERROR: '));
    assert.equal(refused.length, 4, 'only what a plan has no room for is refused');
    for (const text of refused) assert.match(text, /not added[^]*32/);
    const changes = answers.filter((text) => !text.startsWith('ERROR: '));
    assert.doesNotMatch(changes.join('\n'), /failed:|Nothing changed/);
    const revisions = changes.map(revisionIn).sort((one, other) => one - other);
    assert.deepEqual(revisions, range(2, 1 + 6 + 26 + 5), 'every accepted change is one revision');

    const plan = await product().planInChat();
    const ids = idsIn(plan);
    assert.equal(ids.length, 32);
    assert.equal(new Set(ids).size, 32);
    assert.match(plan, /^Summary: 6 completed, 0 in progress, 26 pending$/m);
    await product().panelShows(/Revision 38\b/);
    assert.equal(await product().steps.count(), 32);
  });

  it('[FC.16] let one of two whole lists with the same base win, also at one moment', async () => {
    const list = (id: string) => [{ id, description: id, status: 'pending' as const }];
    const answers = await product().callTogether(
      updatePlan(0, list('one')),
      updatePlan(0, list('two')),
    );
    const winner = answers.findIndex((text) => text.startsWith('Plan revision 1: '));
    const loser = answers[1 - winner] ?? '';
    assert.match(loser, /^ERROR: .*revision 1\. Nothing was changed/);
    const kept = winner === 0 ? 'one' : 'two';
    assert.match(loser, new RegExp(`\\[${kept}\\]`));
    assert.deepEqual(idsIn(await product().planInChat()), [kept]);
  });

  it('[FC.34] reach the panel as a few messages and paints, however many come in a moment', async () => {
    await product().agentCalls('Start', writePlan(...items(25)));
    await product().panelShows('Part 25');
    const body = product().panel.locator('body');
    await body.evaluate(NOTE_MESSAGES_AND_PAINTS);
    const calls = ['in_progress', 'completed'].flatMap((status) =>
      range(1, 25).map((at) => setStatus(`s${at}`, status)),
    );
    const answers = await product().callTogether(...calls);
    await product().panelShows(/Revision 51\b/);
    assert.equal(new Set(answers.map(revisionIn)).size, 50);
    const { messages, paints }: Noted = await body.evaluate('globalThis.noted');
    const span = (messages.at(-1) ?? Number.NaN) - (messages[0] ?? Number.NaN);
    // Commits wait for the disk, so that a slow one stretches the moment; one message each is 50.
    const allowed = Math.min(span / COALESCE + 2, 40);
    const seen = `${messages.length} messages and ${paints.length} paints in ${span} ms`;
    assert.ok(messages.length >= 1 && messages.length <= allowed, seen);
    assert.ok(paints.length >= 1 && paints.length <= messages.length + 2, seen);
  });

  it('[FC.13] of a subagent leave the plan of its parent alone when they know an old one or none', async () => {
    const parent = [
      { id: 'read', description: 'Read the code', status: 'completed' },
      { id: 'fix', description: 'Fix the fault', status: 'in_progress' },
      { id: 'tell', description: 'Tell the user', status: 'pending' },
    ] as const;
    const own = [{ id: 'mine', description: 'Only mine', status: 'pending' }] as const;
    const subagent = (prompt: string) => ({
      name: 'runSubagent',
      input: { prompt, description: prompt },
    });
    const { requests } = await product().chat.ask('Work', {
      replies: [
        { toolCalls: [updatePlan(0, parent.slice(0, 1))] },
        { toolCalls: [updatePlan(1, parent)] },
        { toolCalls: [subagent('First part'), subagent('Second part')] },
        { match: 'First part', toolCalls: [updatePlan(0, own)] },
        { match: 'Second part', toolCalls: [updatePlan(1, own)] },
        { match: 'First part', toolCalls: [{ name: 'update_plan', input: { steps: own } }] },
        { match: 'Second part', toolCalls: [readPlan] },
        { match: 'First part', text: 'First done.' },
        { match: 'Second part', text: 'Second done.' },
        { match: 'Work', text: 'Done.' },
      ],
    });
    const told = (prompt: string): string[] =>
      (requests.findLast(({ lastUserText }) => lastUserText.includes(prompt))?.messages ?? [])
        .flatMap(({ content }) => content)
        .flatMap((part) => (part.type === 'tool_result' ? [part.text] : []));
    const [first, second] = [told('First part'), told('Second part')];
    for (const refusal of [first[0], second[0]]) {
      assert.match(refusal ?? '', /^ERROR: .*revision 2\. Nothing was changed/);
      for (const { id } of parent) assert.match(refusal ?? '', new RegExp(`\\[${id}\\]`));
    }
    assert.match(first[1] ?? '', /^ERROR\b[^]*expected_revision/);
    assert.deepEqual(idsIn(second[1] ?? ''), ['read', 'fix', 'tell']);
    const plan = await product().planInChat();
    assert.match(plan, /revision 2\b/);
    assert.deepEqual(idsIn(plan), ['read', 'fix', 'tell']);
    await product().panelShows('Tell the user');
    assert.equal(await product().panel.getByText('Only mine').count(), 0);
  });
}
