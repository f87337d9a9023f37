import assert from 'node:assert/strict';
import { call, given, planAt, PLAIN, statuses, stored, SUBTASKS } from './planFixtures';

const remove = (task_id: string) => call('remove_task', { task_id });

describe('remove_task', () => {
  it('[PT.32] deletes the step with this id, and names it', () => {
    const run = given(planAt(4, [stored('a'), stored('b'), stored('c')], 'Why')).when(remove('b'));
    run.then({ revision: 5, explanation: 'Why', steps: [stored('a'), stored('c')] });
    assert.match(run.text, /^Removed "Do b" \[b\]\.\n/);
    assert.equal(run.outcome.result.structuredContent?.['task_id'], 'b');
  });

  it('refuses an id that is not there, and tells which', () => {
    for (const plan of [null, planAt(4, [stored('a')])]) {
      assert.match(given(plan).when(remove('gone')).thenRefused('unknown_step'), /"gone"/);
    }
  });

  it('leaves a document without steps when the last one goes', () => {
    given(planAt(4, [stored('a')]))
      .when(remove('a'))
      .then({ revision: 5, steps: [] });
  });

  it('[PTx.10] takes all below it along, at any depth, and strips the links to each of them', () => {
    const plan = planAt(4, [
      stored('grandchild', { parent_id: 'child' }),
      stored('root'),
      stored('child', { parent_id: 'root' }),
      stored('free', { status: 'blocked', depends_on: ['grandchild'] }),
      stored('held', { status: 'blocked', depends_on: ['child', 'open', 'root'] }),
      stored('open'),
    ]);
    const run = given(plan, { mode: SUBTASKS }).when(remove('root'));
    run.then({
      revision: 5,
      steps: [
        stored('free'),
        stored('held', { status: 'blocked', depends_on: ['open'] }),
        stored('open'),
      ],
    });
    assert.match(run.text, /^Removed "Do root" \[root\] and 2 subtasks of it\./);
    const one = given(planAt(1, [stored('p'), stored('c', { parent_id: 'p' })]), {
      mode: SUBTASKS,
    });
    assert.match(one.when(remove('p')).text, /and 1 subtask of it\./);
  });

  it('[PTx.10] removes a child alone and leaves its parent', () => {
    given(planAt(1, [stored('p'), stored('c', { parent_id: 'p' })]), { mode: SUBTASKS })
      .when(remove('c'))
      .then({ steps: [stored('p')] });
  });

  it('[PTx.11] frees only steps whose list it changed, not others that happen to be blocked', () => {
    const plan = planAt(4, [
      stored('a'),
      stored('byHand', { status: 'blocked' }),
      stored('stale', { status: 'blocked', depends_on: ['done'] }),
      stored('done', { status: 'completed' }),
      stored('waits', { status: 'blocked', depends_on: ['a', 'done'] }),
      stored('never', { status: 'pending', depends_on: ['open'] }),
      stored('open'),
    ]);
    const next = given(plan, { mode: SUBTASKS }).when(remove('a')).then({});
    assert.equal(
      statuses(next),
      'byHand:blocked stale:blocked done:completed waits:pending never:pending open:pending',
    );
  });

  it('moves no step that lost a prerequisite and is not blocked', () => {
    for (const status of ['in_progress', 'completed', 'cancelled', 'pending'] as const) {
      const plan = planAt(4, [stored('a'), stored('b', { status, depends_on: ['a'] })]);
      given(plan, { mode: SUBTASKS })
        .when(remove('a'))
        .then({ steps: [stored('b', { status })] });
    }
  });

  it('[PTx.12] cleans up for a caller without subtasks too, who loses the one step that was named', () => {
    const plan = planAt(4, [
      stored('p'),
      stored('c', { parent_id: 'p' }),
      stored('b', { status: 'blocked', depends_on: ['p'] }),
      stored('d', { status: 'blocked', depends_on: ['gone', 'alsoGone'] }),
    ]);
    const run = given(plan, { mode: PLAIN }).when(remove('p'));
    run.then({ revision: 5, steps: [stored('c'), stored('b'), stored('d')] });
    assert.match(run.text, /^Removed "Do p" \[p\]\./);
  });
});
