import assert from 'node:assert/strict';
import { type Draft, EMPTY_DRAFT } from '../../../src/domain/steering/draft';
import {
  draftAdd,
  draftMove,
  draftStatus,
  draftText,
  keepMine,
  withoutStep,
} from '../../../src/domain/steering/draftOperations';
import { draftedSteps } from '../../../src/domain/steering/draftedSteps';
import { standings } from '../../../src/domain/steering/draftStanding';
import { planOf, step } from './draftFixtures';

const [a, b, c, d] = [step('a'), step('b'), step('c'), step('d')];
const seen = planOf([a, b, c, d]);
const AT_THE_END = { after: 'd', before: null };

function added(draft: Draft, id: string, parent: string | null, after: string | null): Draft {
  return draftAdd(draft, seen, { id, text: `New ${id}`, parent, after });
}

describe('where the draft and the plan contradict each other', () => {
  it('[FC.33] mine is the same wish, of the step as it is now', () => {
    const draft = draftStatus(draftText(EMPTY_DRAFT, seen, 'b', 'Mine'), seen, 'c', 'completed');
    const theirs = { ...b, description: 'Theirs' };
    const now = planOf([a, theirs, c, d], 2);
    const mine = keepMine(draft, now, 'b');
    assert.deepEqual(standings(mine.changes, now), ['open', 'open']);
    const about = { id: 'b', description: 'Theirs', status: 'pending' };
    assert.deepEqual(
      mine.changes.find(({ kind }) => kind === 'text'),
      { kind: 'text', step: about, text: 'Mine' },
    );
    assert.deepEqual(
      mine.changes.filter(({ kind }) => kind === 'status'),
      draft.changes.filter(({ kind }) => kind === 'status'),
    );
  });

  it('[FC.33] mine of a step that is gone is to add it, at the end, with all that was wished of it', () => {
    const now = planOf([a, c, d], 2);
    const back = { kind: 'add', id: 'b', parent: null, place: AT_THE_END } as const;
    const renamed = draftText(EMPTY_DRAFT, seen, 'b', 'Mine');
    const started = draftStatus(EMPTY_DRAFT, seen, 'b', 'in_progress');
    const moved = draftMove(EMPTY_DRAFT, seen, 'b', 1);
    const all = draftMove(draftStatus(renamed, seen, 'b', 'in_progress'), seen, 'b', 1);
    for (const [draft, text, status] of [
      [renamed, 'Mine', 'pending'],
      [started, 'Do b', 'in_progress'],
      [moved, 'Do b', 'pending'],
      [all, 'Mine', 'in_progress'],
    ] as const)
      assert.deepEqual(keepMine(draft, now, 'b').changes, [{ ...back, text, status }]);
    const [alone] = keepMine(renamed, planOf([], 2), 'b').changes;
    assert.deepEqual(alone?.kind === 'add' && alone.place, { after: null, before: null });
    assert.equal(keepMine(renamed, now, 'unknown').changes, renamed.changes);
  });

  it('[FC.33] mine of a place beside steps that are gone is the last place', () => {
    const draft = draftMove(EMPTY_DRAFT, seen, 'd', -1);
    const other = step('other');
    for (const [steps, place] of [
      [[d, a, other], { after: 'other', before: null }],
      [[other, a, d], { after: 'a', before: null }],
    ] as const) {
      const now = planOf(steps, 2);
      assert.deepEqual(standings(draft.changes, now), ['gone']);
      const [mine] = keepMine(draft, now, 'd').changes;
      assert.deepEqual(mine?.kind === 'place' && mine.place, place);
    }
    const both = draftText(draft, seen, 'd', 'Mine');
    const beside = planOf([a, b, c, { ...d, description: 'Theirs' }], 2);
    const places = ({ changes }: Draft) =>
      changes.flatMap((change) => (change.kind === 'place' ? change.place : []));
    assert.deepEqual(places(keepMine(both, beside, 'd')), places(both), 'that one is there');
  });

  it('[FC.33] theirs of a new step leaves what was to be under it, in its place', () => {
    let draft = added(EMPTY_DRAFT, 'n1', null, 'a');
    draft = added(draft, 'n2', 'n1', null);
    draft = added(draft, 'n3', 'n2', null);
    draft = added(draft, 'n4', null, 'c');
    const left = draftedSteps(seen, withoutStep(draft, seen, 'n1').changes);
    assert.deepEqual(
      left.filter(({ parent_id }) => parent_id === undefined).map(({ id }) => id),
      ['a', 'n2', 'b', 'c', 'n4', 'd'],
    );
    assert.equal(left.find(({ id }) => id === 'n3')?.parent_id, 'n2');
  });

  it('[FC.33] and under the step that the new one was under, where that is still there', () => {
    const draft = added(added(EMPTY_DRAFT, 'n1', 'a', null), 'n2', 'n1', null);
    const parentIn = (now: typeof seen) => {
      const { changes } = withoutStep(draft, now, 'n1');
      return changes.map((change) => change.kind === 'add' && [change.id, change.parent]);
    };
    assert.deepEqual(parentIn(seen), [['n2', 'a']]);
    assert.deepEqual(parentIn(planOf([b, c, d], 2)), [['n2', null]]);
    const nested = added(
      added(added(EMPTY_DRAFT, 'n0', null, 'a'), 'n1', 'n0', null),
      'n2',
      'n1',
      null,
    );
    const under = withoutStep(nested, seen, 'n1').changes.find(
      (change) => change.kind === 'add' && change.id === 'n2',
    );
    assert.equal(under?.kind === 'add' && under.parent, 'n0');
  });

  it('a new text remembers what the person saw, also where the agent has changed it since', () => {
    const now = planOf([{ ...a, description: 'Theirs' }], 2);
    const change = (was?: string) => draftText(EMPTY_DRAFT, now, 'a', 'Mine', was).changes[0];
    const about = (description: string) => ({ id: 'a', description, status: 'pending' });
    assert.deepEqual(change('Do a'), { kind: 'text', step: about('Do a'), text: 'Mine' });
    assert.deepEqual(change(), { kind: 'text', step: about('Theirs'), text: 'Mine' });
    assert.deepEqual(standings([change('Do a')!], now), ['changed']);
  });
});

describe('how a change stands to a plan without its step', () => {
  const gone = planOf([a, c, d], 2);

  it('[FC.33] a text is done where another step has it, and a cancelled step is away either way', () => {
    const { changes } = draftText(EMPTY_DRAFT, seen, 'b', 'Mine');
    assert.deepEqual(standings(changes, gone), ['gone']);
    const another = planOf([a, step('x', { description: 'Mine' }), c], 2);
    assert.deepEqual(standings(changes, another), ['done']);
    const status = (to: 'cancelled' | 'completed') =>
      standings(draftStatus(EMPTY_DRAFT, seen, 'b', to).changes, gone);
    assert.deepEqual([status('cancelled'), status('completed')], [['done'], ['gone']]);
  });

  it('[FC.33] a place is in conflict, and so is a new step under one that is gone', () => {
    assert.deepEqual(standings(draftMove(EMPTY_DRAFT, seen, 'b', 1).changes, gone), ['gone']);
    assert.deepEqual(standings(added(EMPTY_DRAFT, 'n1', 'b', null).changes, gone), ['gone']);
    assert.deepEqual(standings(added(EMPTY_DRAFT, 'n1', 'a', null).changes, gone), ['open']);
  });
});
