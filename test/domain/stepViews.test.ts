import assert from 'node:assert/strict';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import {
  compactLines,
  flatLines,
  summaryText,
  treeLines,
  ALL_LINKS,
} from '../../src/domain/stepViews';
import { call, given, planAt, stored, PLAIN, SUBTASKS } from './planFixtures';

const FAMILY = [
  stored('p', { description: 'Parent', active_form: 'Parenting' }),
  stored('c', { description: 'Child', parent_id: 'p', depends_on: ['x', 'y'], status: 'blocked' }),
  stored('x', { description: 'Other', status: 'completed' }),
  stored('y', { description: 'Last', depends_on: ['x'] }),
];

const read = (steps: readonly PlanStep[], mode = SUBTASKS, hierarchical?: boolean) =>
  given(planAt(3, steps), { mode }).when(
    call('read_plan', hierarchical === undefined ? {} : { hierarchical }),
  );

describe('the links of a step', () => {
  it('are named as far as there is room, and the others counted', () => {
    const steps = [stored('a', { depends_on: ['x', 'y', 'z'] })];
    const [, all] = flatLines(steps, ALL_LINKS);
    assert.equal(all, '   (depends on: x, y, z)');
    assert.equal(flatLines(steps, { prerequisites: 3 })[1], all);
    assert.equal(flatLines(steps, { prerequisites: 2 })[1], '   (depends on: x, y and 1 more)');
    assert.equal(flatLines(steps).length, 1);
  });
});

describe('the compact view', () => {
  it('is a numbered line per step with its marker, then completed of all', () => {
    const statuses = ['completed', 'in_progress', 'pending', 'cancelled', 'blocked'] as const;
    assert.deepEqual(
      compactLines(statuses.map((status) => stored(status, { status, active_form: 'Doing' }))),
      [
        '1. [x] Do completed',
        '2. [~] Do in_progress',
        '3. [ ] Do pending',
        '4. [-] Do cancelled',
        '5. [!] Do blocked',
        '(1/5 completed)',
      ],
    );
  });

  it('of nothing is a short sentence', () => {
    assert.match(compactLines([]).join('\n'), /^No plan\b.*\.$/);
  });
});

describe('read_plan', () => {
  it('[PT.25][PT.26] shows number, marker, id and text of every step, then the summary', () => {
    const run = read(FAMILY, PLAIN);
    assert.equal(
      run.text,
      [
        'Current plan (revision 3):',
        '1. [ ] [p] Parent',
        '2. [!] [c] Child',
        '3. [x] [x] Other',
        '4. [ ] [y] Last',
        '',
        'Summary: 1 completed, 1 blocked, 0 in progress, 2 pending',
      ].join('\n'),
    );
    assert.deepEqual(run.thenAnswers().structuredContent, { revision: 3, step_count: 4 });
  });

  it('shows parents and prerequisites to a caller with subtasks, on lines of their own', () => {
    assert.equal(
      read(FAMILY, SUBTASKS, false).text.split('\n\n')[0],
      [
        'Current plan (revision 3):',
        '1. [ ] [p] Parent',
        '2. [!] [c] Child',
        '   (parent: p)',
        '   (depends on: x, y)',
        '3. [x] [x] Other',
        '4. [ ] [y] Last',
        '   (depends on: x)',
      ].join('\n'),
    );
  });

  it('shows the tree when asked, with one running number and two spaces a level', () => {
    assert.match(
      read(FAMILY, SUBTASKS, true).text,
      /^Plan revision 3\.\nCurrent plan \(hierarchical view\):\n1\. \[ \] \[p\] Parent\n {2}2\. \[!\] \[c\] Child\n {5}depends on: x, y\n3\. \[x\] \[x\] Other\n4\. \[ \] \[y\] Last\n {3}depends on: x\n\nSummary: /,
    );
  });

  it('refuses the tree without subtasks, and says why', () => {
    assert.match(read(FAMILY, PLAIN, true).thenRefused('subtasks_disabled'), /hierarchical view/);
    read(FAMILY, PLAIN, false).thenAnswers();
  });

  it('names the writing tool that the reader has, where there is no plan', () => {
    for (const [tools, pattern] of [
      [['update_plan', 'write_plan', 'read_plan'], /call update_plan with expected_revision 0/],
      [['read_plan', 'write_plan', 'add_task'], /call write_plan\.$/],
      [['read_plan', 'add_task'], /call add_task\.$/],
      [['read_plan', 'remove_task'], /^There is no plan yet\.$/],
    ] as const) {
      const run = given(null, { mode: { ...PLAIN, tools } }).when(call('read_plan', {}));
      run.thenAnswers();
      assert.match(run.text, pattern);
    }
  });

  it('[PTx.19] shows each step once where parents run in a circle or an id repeats', () => {
    const circle = [
      stored('a', { parent_id: 'b' }),
      stored('b', { parent_id: 'a' }),
      stored('b', { parent_id: 'b' }),
    ];
    const { text } = read(circle, SUBTASKS, true);
    assert.deepEqual(text.match(/\d\. \[ \] \[\w\]/g), ['1. [ ] [a]', '2. [ ] [b]', '3. [ ] [b]']);
  });

  it('no view shows the active form', () => {
    const steps = [stored('a', { active_form: 'Doing it now' })];
    for (const lines of [flatLines(steps, ALL_LINKS), treeLines(steps), compactLines(steps)]) {
      assert.doesNotMatch(lines.join('\n'), /Doing it now/);
    }
  });
});

describe('the summary', () => {
  const of = (...statuses: StepStatus[]) =>
    summaryText(statuses.map((status, at) => stored(`s${at}`, { status })));

  it('[PT.26] counts in one order, blocked and cancelled only where there are any', () => {
    assert.equal(
      of(
        'completed',
        'blocked',
        'completed',
        'pending',
        'cancelled',
        'in_progress',
        'pending',
        'completed',
      ),
      'Summary: 3 completed, 1 blocked, 1 in progress, 2 pending, 1 cancelled',
    );
    assert.equal(of('pending'), 'Summary: 0 completed, 0 in progress, 1 pending');
  });

  it('[PTx.13] counts a blocked step for a reader without subtasks too', () => {
    const { text } = read(
      [stored('a'), stored('b', { status: 'blocked', depends_on: ['a'] })],
      PLAIN,
    );
    assert.match(text, /Summary: 0 completed, 1 blocked, 0 in progress, 1 pending$/);
    assert.doesNotMatch(text, /depends/);
  });

  it('[PTx.20] says that all is done when something is completed and nothing open, and only then', () => {
    const note =
      /^Summary: [^\n]*\n\nEvery step is done: no need to read the plan again, summarise/;
    assert.match(of('completed'), note);
    assert.match(of('cancelled', 'completed'), note);
    assert.doesNotMatch(of('cancelled'), /\n/);
    for (const open of ['pending', 'in_progress', 'blocked'] as const) {
      assert.doesNotMatch(of('completed', open), /\n/);
    }
    assert.match(read([stored('a', { status: 'completed' })]).text, /\n\nEvery step is done/);
  });
});
