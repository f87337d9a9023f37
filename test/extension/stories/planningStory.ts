import assert from 'node:assert/strict';
import type { AgentCall, Product } from '../product';
import { addTask, dependency, readPlan, removeTask, setStatus, writePlan } from './planCalls';

const RELEASE = [
  { id: 'design', content: 'Design the format' },
  { id: 'build', content: 'Build the importer', active_form: 'Building the importer' },
  { id: 'ship', content: 'Ship the importer' },
  { id: 'party', content: 'Throw a party' },
  { id: 'old', content: 'Patch the old importer', status: 'cancelled' },
];

const available: AgentCall = { name: 'get_available_tasks', input: {} };

/** The model takes the first step of the list that it just read. */
function takesFirst(status: 'in_progress' | 'completed'): AgentCall {
  const source = `({ results }) => {
    const list = results.filter((text) => text.startsWith('Can be worked on now')).at(-1);
    return { task_id: /^1\\. \\[.\\] \\[(.+?)\\]/m.exec(list)[1], status: '${status}' };
  }`;
  return { name: 'update_task_status', inputFunction: source };
}

/** Tests that follow each other in one chat, which the first of them opens. */
export function describePlanningStory(product: () => Product): void {
  async function stepShows(...texts: string[]): Promise<void> {
    for (const text of texts) await product().steps.filter({ hasText: text }).first().waitFor();
  }

  async function newestRevision(text: RegExp): Promise<void> {
    await product().panel.getByRole('option', { name: text }).waitFor();
  }

  it('[PT.23] writes a plan whose steps wait for each other, and the panel shows it while it works', async () => {
    await product().chat.newChat();
    const { end } = await product().chat.begin('Plan the release', {
      replies: [
        { toolCalls: [writePlan(...RELEASE)] },
        { toolCalls: [dependency('build', 'design')] },
        { toolCalls: [dependency('ship', 'build'), dependency('party', 'ship')] },
        { toolCalls: [available] },
        { text: 'Thinking', hang: true },
      ],
    });
    await product().panelShows(/Revision 4\b/);
    await stepShows('Design the format, not started', 'Build the importer, blocked');
    await stepShows('waits for: Build the importer', 'Patch the old importer, cancelled');
    await newestRevision(/^Revision 4, 1 blocked/);
    await product().chat.stop();
    await end;
  });

  it('[PT.54] works through the chain by asking what can start, and each end frees the next step', async () => {
    const turn = [available, takesFirst('in_progress'), takesFirst('completed')];
    const first = await product().answersTo('Go on', ...turn);
    assert.match(first[0] ?? '', /^1\. \[ \] \[design\] Design the format$/m);
    assert.doesNotMatch(first[0] ?? '', /build|ship|party|old/);
    assert.match(first[2] ?? '', /"Design the format" \[design\] is completed/);
    await stepShows('Design the format, marked complete', 'Build the importer, not started');
    await newestRevision(/^Revision 6, 1 done, 1 unblocked/);

    const early = await product().answersTo('Ship it', setStatus('ship', 'in_progress'));
    assert.match(early[0] ?? '', /^ERROR: .*\[ship\] cannot be in_progress: it waits for build/);

    await product().answersTo('Build', available, takesFirst('in_progress'));
    await stepShows('Build the importer, in progress', 'Building the importer');
    await product().statusBarShows('1/5 Build the importer');
    await newestRevision(/^Revision 7, 1 started/);

    const rest = await product().answersTo('The rest', takesFirst('completed'), ...turn);
    assert.match(rest[1] ?? '', /^1\. \[ \] \[ship\]/m);
    await stepShows('Ship the importer, marked complete', 'Throw a party, not started');
    await newestRevision(/^Revision 10, 1 done, 1 unblocked/);
  });

  it('[PT.46] adds steps below a step, and a removed step takes them along and frees what waited', async () => {
    const idOf = `({ lastResult }) => ({ parent_id: /\\[(.+?)\\]/.exec(lastResult)[1], content: 'Order a cake' })`;
    const added = await product().answersTo('More', addTask('Prepare the party'), {
      name: 'add_subtask',
      inputFunction: idOf,
    });
    const [parent, child] = added.map((text) => /\[([0-9a-f]{8})\]/.exec(text)?.[1] ?? '');
    assert.ok(parent && child && parent !== child, added.join('\n'));
    const cake = product().steps.filter({ hasText: 'Order a cake' });
    await cake.waitFor();
    assert.equal(await cake.getAttribute('aria-level'), '2');

    const removed = await product().answersTo(
      'Less',
      dependency('party', child),
      removeTask(parent),
    );
    assert.match(removed[0] ?? '', /"Throw a party" \[party\].*was blocked automatically/);
    assert.match(removed[1] ?? '', /^Removed "Prepare the party".* and 1 subtask/);
    await cake.waitFor({ state: 'detached' });
    await stepShows('Throw a party, not started');
    await newestRevision(/^Revision 14, back at 10, 2 removed, 1 unblocked/);
  });

  it('[PT.26] reads at the end that all is done, and the panel says the same', async () => {
    const [, text = ''] = await product().answersTo('Finish', setStatus('party', 'completed'), {
      ...readPlan,
      input: { hierarchical: true },
    });
    assert.match(text, /^Plan revision 15\b/);
    assert.match(text, /^Current plan \(hierarchical view\):\n1\. \[x\] \[design\]/m);
    assert.match(text, /^3\. \[x\] \[ship\] Ship the importer\n {3}depends on: build$/m);
    assert.match(text, /^5\. \[-\] \[old\]/m);
    assert.match(text, /^Summary: 4 completed, 0 in progress, 0 pending, 1 cancelled$/m);
    assert.match(text, /Every step is done/);
    assert.match(
      (await product().answersTo('More?', available))[0] ?? '',
      /^No step can be worked/,
    );
    await product().statusBarShows('4/5');
    assert.equal(await product().revisions.first().getAttribute('aria-setsize'), '15');
  });

  it('[FC.6] starts a new goal with counts from zero, and the old plan stays in the history', async () => {
    const guide = [
      { id: 'x', content: 'Write the guide' },
      { id: 'y', content: 'Print the guide' },
    ];
    const [answer = ''] = await product().answersTo('New goal', writePlan(...guide));
    assert.match(answer, /^Plan revision 16 written: 2 steps\.\n\n[^]*\n\(0\/2 completed\)$/);
    await product().statusBarShows('0/2 Write the guide');
    await stepShows('Print the guide, not started');
    assert.equal(await product().steps.count(), 2);

    await product()
      .panel.getByRole('option', { name: /^Revision 15\b/ })
      .click();
    await product().panelShows(/revision 15 of 16/i);
    await stepShows('Ship the importer, marked complete');
    assert.equal(await product().steps.count(), 5);
    await product().window.page.keyboard.press('Escape');
    await stepShows('Write the guide');
  });
}
