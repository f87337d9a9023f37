import assert from 'node:assert/strict';
import { updatePlan, type Product } from '../product';
import {
  addTask,
  dependency,
  readPlan,
  removeTask,
  setStatus,
  setStatuses,
  writePlan,
} from './planCalls';

const letters = ['a', 'b', 'c'].map((id) => ({ id, content: `Step ${id}` }));

export function describeSingleSteps(product: () => Product): void {
  it('[FC.24] never use an id again, and say in which revision a removed step went', async () => {
    const [, , gone = '', added = '', ...late] = await product().answersTo(
      'Remove',
      writePlan(...letters),
      setStatus('a', 'completed'),
      removeTask('b'),
      addTask('Step b'),
      setStatus('b', 'completed'),
      setStatuses(['c', 'completed'], ['b', 'completed']),
      removeTask('b'),
      dependency('c', 'b'),
      setStatus('never', 'completed'),
    );
    assert.match(gone, /^Removed "Step b" \[b\]\.\nPlan revision 3: 2 steps, 1 completed\./);
    assert.match(added, /^Added "Step b" \[[0-9a-f]{8}\]\./);
    const never = late.pop() ?? '';
    assert.equal(late.length, 4);
    for (const text of late) assert.match(text, /^ERROR: [^]*'?"?b"?'? was removed in revision 3/);
    assert.match(never, /^ERROR: There is no step with the id/);
    assert.match(await product().planInChat(), /revision 4\b/);
  });

  it('[FC.28] refuse every cycle of prerequisites, name its path, and keep the plan', async () => {
    const cyclic = (last: readonly string[]) =>
      writePlan(
        { id: 'a', content: 'A', depends_on: last },
        { id: 'b', content: 'B', depends_on: ['a'] },
        { id: 'c', content: 'C', depends_on: ['b'] },
      );
    const answers = await product().answersTo(
      'Tie',
      writePlan(...letters),
      dependency('a', 'a'),
      dependency('b', 'a'),
      dependency('a', 'b'),
      dependency('c', 'b'),
      dependency('a', 'c'),
      cyclic(['a']),
      cyclic(['b']),
      cyclic(['c']),
      readPlan,
    );
    const refusals = answers.filter((text) => text.startsWith('ERROR: '));
    const paths = refusals.map((text) => /\w( -> \w)+/.exec(text)?.[0] ?? text);
    assert.deepEqual(paths.slice(0, 3), ['a -> a', 'a -> b -> a', 'a -> c -> b -> a']);
    assert.equal(refusals.length, 6);
    for (const [at, length] of [2, 3, 4].entries()) {
      assert.equal(new Set(paths[3 + at]?.split(' -> ')).size, length - 1, paths[3 + at]);
    }
    assert.match(answers.at(-1) ?? '', /revision 3\)[^]*\[a\] Step a[^]*\(depends on: b\)/);

    const freed = await product().answersTo(
      'Done',
      setStatus('a', 'completed'),
      dependency('c', 'a'),
    );
    assert.match(freed[1] ?? '', /"Step c" \[c\] now depends on "Step a" \[a\]; it stays blocked/);
    await product().panelShows('waits for: Step b');
  });

  it('[FC.30] note a second step in progress by convention, and refuse it when the setting is strict', async () => {
    const started = letters.map((item) => ({ ...item, status: 'in_progress' }));
    const two = [
      setStatus('b', 'in_progress'),
      setStatuses(['b', 'in_progress'], ['c', 'in_progress']),
      writePlan(...started),
    ];
    const inPlan = letters.map(({ id }) => ({
      id,
      description: id,
      status: 'in_progress' as const,
    }));
    const noted = await product().answersTo(
      'Two',
      writePlan(...letters),
      setStatus('a', 'in_progress'),
      ...two,
      updatePlan(5, inPlan),
    );
    assert.match(noted.pop() ?? '', /^ERROR: [^]*in_progress/);
    assert.doesNotMatch(noted.slice(0, 2).join('\n'), /Note:/);
    assert.match(noted[2] ?? '', /\nNote: 2 steps are in progress; keep one at a time\.$/);
    for (const text of noted.slice(3)) assert.match(text, /\nNote: 3 steps are in progress/);

    await product().configure({ singleInProgress: 'strict' });
    try {
      await product().chat.newChat();
      const refused = await product().answersTo(
        'Two',
        writePlan(...letters),
        setStatus('a', 'in_progress'),
        ...two,
        updatePlan(2, inPlan),
        readPlan,
      );
      for (const text of refused.slice(2, -1)) assert.match(text, /^ERROR: [^]*in_progress/);
      assert.match(
        refused.at(-1) ?? '',
        /revision 2\)[^]*\n\nSummary: 0 completed, 1 in progress, 2/,
      );
      await product().panelShows(/Revision 2\b/);
    } finally {
      await product().configure({ singleInProgress: undefined });
    }
  });

  it('[FC.32] answer every change with the counts and the steps that are still open', async () => {
    const child = { name: 'add_subtask', input: { parent_id: 'c', content: 'Child' } } as const;
    const changes = await product().answersTo(
      'Change',
      addTask('First'),
      writePlan(...letters),
      setStatus('a', 'completed'),
      setStatuses(['b', 'completed'], ['a', 'pending']),
      child,
      dependency('c', 'a'),
      removeTask('b'),
      setStatus('a', 'in_progress'),
    );
    const counts = [
      '1 step, 0',
      '',
      '3 steps, 1',
      '3 steps, 1',
      '4 steps, 1',
      '4 steps, 1',
      '3 steps, 0',
      '3 steps, 0',
    ];
    const open = [
      'First',
      '',
      'Step b,Step c',
      'Step a,Step c',
      'Step a,Step c,Child',
      'Step a,Step c,Child',
      'Step a,Step c,Child',
      'Step a,Step c,Child',
    ];
    changes.forEach((text, at) => {
      if (at === 1) return;
      assert.match(
        text,
        new RegExp(`^Plan revision ${at + 1}: ${counts[at]} completed\\.\\nOpen:`, 'm'),
      );
      const listed =
        text.slice(text.indexOf('\nOpen:')).match(/^\d+\. \[[ ~!]\] \[\w+\] .+$/gm) ?? [];
      assert.equal(listed.map((line) => line.replace(/^.*\] /, '')).join(), open[at], text);
    });
    assert.match(
      changes[1] ?? '',
      /^1\. \[ \] Step a\n[^]*\n3\. \[ \] Step c\n\(0\/3 completed\)\n/m,
    );
    assert.match(
      changes[1] ?? '',
      /1 unfinished step of the previous plan is not in this one; revision 1/,
    );
    const whole = [{ id: 'a', description: 'A', status: 'completed' }] as const;
    const [last = ''] = await product().answersTo('Whole', updatePlan(8, whole));
    assert.match(last, /^Plan revision 9: 1 step, 1 completed\.\na: completed\n/);
  });

  it('[FC.34] make no revision where nothing changes, in the answer and in the panel', async () => {
    const answers = await product().answersTo(
      'Nothing',
      writePlan(...letters),
      setStatus('a', 'completed'),
      setStatus('a', 'completed'),
      setStatuses(['b', 'pending'], ['c', 'pending']),
      setStatuses(['b', 'in_progress'], ['b', 'pending']),
      readPlan,
    );
    for (const text of answers.slice(2, 5))
      assert.match(text, /Nothing changed\.\nPlan revision 2:/);
    assert.match(answers[5] ?? '', /revision 2\b/);
    await product().panelShows(/Revision 2\b/);
    assert.equal(await product().revisions.count(), 2);
    await product().agentCalls('Change', setStatus('b', 'completed'));
    await product().panelShows(/Revision 3\b/);
    assert.equal(await product().revisions.count(), 3);
  });
}
