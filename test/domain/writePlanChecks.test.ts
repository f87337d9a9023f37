import assert from 'node:assert/strict';
import {
  call,
  given,
  planAt,
  statuses,
  step,
  stored,
  update,
  PLAIN,
  SUBTASKS,
} from './planFixtures';
import type { PlanInput } from '../../src/domain/planCommand';

type Items = PlanInput<'write_plan'>['items'];
type Item = Items[number];

const BEFORE = planAt(3, [stored('old')]);
const item = (id: string, fields: Partial<Item> = {}): Item => ({
  id,
  content: `Do ${id}`,
  ...fields,
});

function refuses(code: string, items: Items, mode = SUBTASKS): string {
  const text = given(BEFORE, { mode }).when(call('write_plan', { items })).thenRefused(code);
  assert.match(text, /not updated and stays at revision 3/);
  return text;
}

function accepts(items: Items, mode = SUBTASKS): string {
  return statuses(
    given(BEFORE, { mode }).when(call('write_plan', { items })).then({ revision: 4 }),
  );
}

describe('write_plan refuses', () => {
  it('[PTx.18] an id that stands twice, naming every one, sorted', () => {
    const text = refuses('duplicate_id', [
      item('z'),
      item('b'),
      item('z'),
      item('once'),
      item('b'),
      item('b'),
    ]);
    assert.deepEqual(text.match(/"(\w+)"/g), ['"b"', '"z"']);
  });

  it('[PTx.18] the same under the same code as update_plan, in both modes', () => {
    for (const mode of [PLAIN, SUBTASKS]) {
      refuses('duplicate_id', [item('a'), item('a')], mode);
      given(BEFORE, { mode })
        .when(update(3, [step('a'), step('a')]))
        .thenRefused('duplicate_id');
    }
  });

  it('[PT.55][PT.58] a parent without subtasks, and stores nothing', () => {
    const items = [item('a'), item('b', { parent_id: 'a' })];
    assert.match(refuses('subtasks_disabled', items, PLAIN), /Step 2 .*"b".*"Do b".*parent_id/);
    assert.equal(accepts(items), 'a:pending b:pending');
  });

  it('[PT.56][PT.58] prerequisites without subtasks, and stores nothing', () => {
    const items = [item('a'), item('b', { depends_on: ['a'] })];
    assert.match(refuses('subtasks_disabled', items, PLAIN), /Step 2 .*"b".*depends_on/);
    assert.equal(accepts(items), 'a:pending b:blocked');
    accepts([item('a', { depends_on: [] })], PLAIN);
  });

  it('[PT.57][PT.58] the status blocked without subtasks, and stores nothing', () => {
    const items = [item('a'), item('b', { status: 'blocked', depends_on: ['a'] })];
    assert.match(refuses('subtasks_disabled', items, PLAIN), /Step 2 .*"b".*status blocked/);
    accepts(items);
  });

  it('[PTx.7] a step that is blocked on nothing', () => {
    for (const fields of [{}, { depends_on: [] }]) {
      const text = refuses('blocked_without_prerequisites', [
        item('a'),
        item('b', { status: 'blocked', ...fields }),
      ]);
      assert.match(text, /Step 2 .*"b".*"Do b".*depends on nothing/);
    }
  });

  it('a parent and a prerequisite that are not in the list, naming both ends', () => {
    const linked = (field: 'parent_id' | 'depends_on') => (id: string) =>
      field === 'parent_id'
        ? refuses('unknown_parent', [item('a', { parent_id: id })])
        : refuses('unknown_prerequisite', [item('a', { depends_on: [id] })]);
    for (const field of ['parent_id', 'depends_on'] as const) {
      const named = `Step 1 with the id "a" ("Do a"): ${field} names `;
      const [told, empty] = ['old', ''].map(linked(field));
      assert.ok(told?.endsWith(`${named}"old", which is no id in this list.`), told);
      const hint = `${named}"", which is no id in this list; leave it out for none.`;
      assert.ok(empty?.endsWith(hint), empty);
    }
    const unnamed = refuses('unknown_parent', [{ content: 'New', parent_id: 'old' }]);
    assert.match(unnamed, /- Step 1 \("New"\): parent_id names "old", which/);
  });

  it('[PT.51][FC.28] a step that waits for itself, or is its own parent', () => {
    assert.match(refuses('dependency_cycle', [item('a', { depends_on: ['a'] })]), /: a -> a\./);
    assert.match(refuses('parent_cycle', [item('a', { parent_id: 'a' })]), /: a -> a\./);
  });

  it('[PT.52][FC.28] prerequisites and parents that run in a circle, naming the way', () => {
    const two = [item('a', { depends_on: ['b'] }), item('b', { depends_on: ['a'] })];
    assert.match(refuses('dependency_cycle', two), /: a -> b -> a\./);
    const three = ['b', 'c', 'a'].map((next, at) => item('abc'.charAt(at), { depends_on: [next] }));
    assert.match(refuses('dependency_cycle', [item('x'), ...three]), /: a -> b -> c -> a\./);
    const parents = ['b', 'c', 'a'].map((next, at) => item('abc'.charAt(at), { parent_id: next }));
    assert.match(refuses('parent_cycle', parents), /: a -> b -> c -> a\./);
  });

  it('a long circle in short: its beginning, its end and how many are between', () => {
    const ring = Array.from({ length: 32 }, (_, at) =>
      item(`s${at}`, { depends_on: [`s${(at + 1) % 32}`] }),
    );
    assert.match(
      refuses('dependency_cycle', ring),
      /: s0 -> s1 -> s2 -> s3 -> s4 -> \(23 more\) -> s28 -> s29 -> s30 -> s31 -> s0\./,
    );
  });

  it('takes a parent that waits for its child and a child that waits for its parent', () => {
    accepts([item('p', { depends_on: ['c'] }), item('c', { parent_id: 'p' })]);
    accepts([item('p'), item('c', { parent_id: 'p', depends_on: ['p'] })]);
  });

  it('[PT.53] a prerequisite that is named twice', () => {
    const items = [item('a'), item('b', { depends_on: ['a', 'a'] })];
    assert.match(refuses('duplicate_dependency', items), /Step 2 .*"b".*"a" more than once/);
  });

  it('whatever breaks a bound, naming the step by id and text', () => {
    const long = 'é'.repeat(121);
    for (const [code, broken] of [
      ['bad_id', item('b a d')],
      ['bad_id', item('')],
      ['bad_id', item('i'.repeat(65))],
      ['blank_description', item('b', { content: ' ' })],
      ['description_too_long', item('b', { content: long })],
      ['control_character', item('b', { content: 'Do\nit' })],
      ['active_form_too_long', item('b', { active_form: long })],
      ['control_character', item('b', { active_form: '\u0085' })],
    ] as const) {
      const text = refuses(code, [item('a'), broken], PLAIN);
      assert.ok(
        text.includes(`Step 2 with the id ${JSON.stringify(broken.id).slice(0, 30)}`),
        text,
      );
      assert.ok(text.includes(JSON.stringify(broken.content).slice(0, 30)), text);
    }
    accepts([item('i'.repeat(64), { content: 'é'.repeat(120), active_form: 'é'.repeat(120) })]);
  });

  it('the 33rd step', () => {
    const items = Array.from({ length: 33 }, (_, at) => ({ content: `Do ${at}` }));
    assert.match(refuses('too_many_steps', items, PLAIN), /33 steps; at most 32/);
    accepts(items.slice(1), PLAIN);
  });
});

describe('the checks of write_plan', () => {
  it('are made in one order, and the first that fails decides', () => {
    // Each list fails at the check of its name and at all that follow.
    const blank = item('x', { content: '', active_form: '\n' });
    const repeated = item('r', { depends_on: ['x', 'x'] });
    const ring = item('d', { depends_on: ['d'] });
    const ownParent = item('p', { parent_id: 'p' });
    const later = [blank, repeated];
    refuses('duplicate_id', [
      item('a'),
      item('a', { status: 'blocked' }),
      ring,
      ownParent,
      ...later,
    ]);
    refuses('blocked_without_prerequisites', [
      item('u', { parent_id: 'gone' }),
      item('a', { status: 'blocked' }),
      ring,
      ...later,
    ]);
    refuses('unknown_prerequisite', [
      ring,
      ownParent,
      item('u', { depends_on: ['gone'] }),
      item('v', { parent_id: 'gone' }),
      ...later,
    ]);
    refuses('unknown_parent', [
      ring,
      item('u', { depends_on: ['gone'], parent_id: 'gone' }),
      ...later,
    ]);
    refuses('parent_cycle', [ring, ownParent, ...later]);
    refuses('dependency_cycle', [blank, repeated, ring]);
    refuses('blank_description', later);
    refuses('duplicate_dependency', [item('x'), repeated]);
  });

  it('look without subtasks at blocked, then at the parent, then at prerequisites, step by step', () => {
    const all = item('a', { status: 'blocked', parent_id: 'p', depends_on: ['q'] });
    assert.match(refuses('subtasks_disabled', [all], PLAIN), /status blocked/);
    assert.match(refuses('subtasks_disabled', [{ ...all, status: 'pending' }], PLAIN), /parent_id/);
    const second = item('b', { depends_on: ['q'] });
    assert.match(refuses('subtasks_disabled', [second, all], PLAIN), /Step 1 .*depends_on/);
  });
});
