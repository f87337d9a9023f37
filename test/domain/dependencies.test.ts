import assert from 'node:assert/strict';
import { reconcileBlocks } from '../../src/domain/blocking';
import {
  availableSteps,
  dependencyCycle,
  dependencyPath,
  descendantsOf,
  inTreeOrder,
  parentCycle,
} from '../../src/domain/dependencies';
import type { PlanStep } from '../../src/domain/plan';
import { stored } from './planFixtures';

/** `a<b,c d` is a, which waits for b and c, and d. */
function graph(text: string): PlanStep[] {
  return text.split(' ').map((part) => {
    const [id = '', on] = part.split('<');
    return stored(id, on === undefined ? {} : { depends_on: on.split(',') });
  });
}

/** `c<p` is c below p. */
const tree = (text: string): PlanStep[] =>
  graph(text).map(({ depends_on, ...step }) => ({
    ...step,
    ...(depends_on?.[0] && { parent_id: depends_on[0] }),
  }));

const ids = (steps: readonly { id: string }[]) => steps.map(({ id }) => id).join(' ');
const drawn = (steps: readonly PlanStep[]) =>
  inTreeOrder(steps)
    .map(({ step, depth }) => `${'.'.repeat(depth)}${step.id}`)
    .join(' ');

describe('cycles', () => {
  for (const [text, way] of [
    ['a b<a c<a d<b,c', undefined],
    ['a<a', 'a a'],
    ['a<b b<a', 'a b a'],
    ['x<a a<b b<c c<a', 'a b c a'],
    ['a<gone b<a', undefined],
    ['a<b,c b c<d d<c', 'c d c'],
    ['a<b b c<d,a d<b,c', 'c d c'],
  ] as const) {
    it(`in ${text}: ${way ?? 'none'}`, () => {
      assert.equal(dependencyCycle(graph(text))?.join(' '), way);
    });
  }

  it('of parents are another graph than those of prerequisites', () => {
    const steps = [stored('p', { depends_on: ['c'] }), stored('c', { parent_id: 'p' })];
    assert.equal(parentCycle(steps), undefined);
    assert.equal(dependencyCycle(steps), undefined);
    assert.deepEqual(parentCycle(tree('a<b b<c c<a')), ['a', 'b', 'c', 'a']);
    assert.deepEqual(parentCycle(tree('a<a')), ['a', 'a']);
  });
});

describe('the way from one step to another', () => {
  it('goes along prerequisites, and is the shortest', () => {
    const steps = graph('a<b,c b<d c<e d<e e f');
    assert.equal(dependencyPath(steps, 'a', 'e')?.join(' '), 'a c e');
    assert.equal(dependencyPath(steps, 'a', 'a')?.join(' '), 'a');
    assert.equal(dependencyPath(steps, 'e', 'a'), undefined);
    assert.equal(dependencyPath(steps, 'a', 'f'), undefined);
  });

  it('ends also where the data has a cycle', () => {
    assert.equal(dependencyPath(graph('a<b b<c c<b d'), 'a', 'd'), undefined);
  });
});

describe('the tree of steps', () => {
  it('is depth first with siblings in plan order', () => {
    assert.equal(drawn(tree('c2<p p c1<p q g<c2 d<q')), 'p .c2 ..g .c1 q .d');
  });

  it('shows a step whose parent is missing at the top, in its place', () => {
    assert.equal(drawn(tree('a b<gone c<b d')), 'a b .c d');
  });

  it('[PTx.19] ends where parents run in a circle, and shows every step once', () => {
    assert.equal(drawn(tree('a<b b<a c<b d')), 'd a .b ..c');
    assert.equal(drawn(tree('self<self x<self')), 'self .x');
  });

  it('[PTx.19] ends where an id repeats, and shows every step once', () => {
    const steps = [...tree('p c<p'), ...tree('p c<p c<c')];
    assert.equal(inTreeOrder(steps).length, 5);
    assert.equal(new Set(inTreeOrder(steps).map(({ step }) => step)).size, 5);
  });

  it('knows all below a step, and not the step itself, whatever the data is', () => {
    assert.deepEqual([...descendantsOf(tree('p a<p b<a c<x x'), 'p')], ['a', 'b']);
    assert.deepEqual([...descendantsOf(tree('p<b a<p b<a'), 'p')], ['a', 'b']);
    assert.deepEqual([...descendantsOf(tree('p<p'), 'p')], []);
  });
});

describe('large graphs', () => {
  const LENGTH = 5_000;
  const number = (count: number) => Array.from({ length: count }, (_, at) => at);
  const chain = number(LENGTH).map((at) =>
    at === 0
      ? stored('s0')
      : stored(`s${at}`, { depends_on: [`s${at - 1}`], parent_id: `s${at - 1}` }),
  );
  const dense = number(1_000).map((at) =>
    stored(
      `s${at}`,
      at === 0 ? {} : { depends_on: number(at).map((earlier) => `s${earlier}`), parent_id: 's0' },
    ),
  );
  /** Layers of two; each waits for both of the layer before, so there are 2^2,500 ways through. */
  const diamond = number(LENGTH).map((at) => {
    const layer = Math.floor(at / 2);
    return stored(
      `s${at}`,
      layer === 0
        ? {}
        : {
            depends_on: [`s${2 * layer - 2}`, `s${2 * layer - 1}`],
            parent_id: `s${2 * layer - 2}`,
          },
    );
  });
  const shapes = [
    ['a chain of 5,000', chain, 1, LENGTH - 1],
    ['a dense graph of 1,000', dense, 1, 999],
    ['a diamond of 5,000', diamond, 2, LENGTH - 1],
  ] as const;

  for (const [name, forward, free, belowFirst] of shapes) {
    for (const [order, steps] of [
      ['in order', forward],
      ['reversed', forward.toReversed()],
    ] as const) {
      it(`[FC.29] ${name}, ${order}, is answered right and without an overflow`, () => {
        const last = `s${forward.length - 1}`;
        assert.equal(dependencyCycle(steps), undefined);
        assert.equal(parentCycle(steps), undefined);
        assert.equal(dependencyPath(steps, 's0', last), undefined);
        const way = dependencyPath(steps, last, 's0');
        assert.equal(
          way?.length,
          name.includes('dense') ? 2 : name.includes('diamond') ? 2_500 : LENGTH,
        );
        assert.equal(availableSteps(steps).length, free);
        assert.equal(
          descendantsOf(steps, 's0').size,
          name.includes('diamond') ? belowFirst - 1 : belowFirst,
        );
        const walked = inTreeOrder(steps);
        assert.equal(walked.length, steps.length);
        assert.equal(walked[0]?.depth, 0);
        const blocked = reconcileBlocks(steps);
        assert.equal(
          blocked.filter(({ status }) => status === 'blocked').length,
          steps.length - free,
        );
        assert.equal(availableSteps(blocked).length, free);
      });

      it(`[FC.29] ${name}, ${order}, with its ends tied together, is a cycle that is named`, () => {
        const last = `s${forward.length - 1}`;
        const tied = steps.map((step) =>
          step.id === 's0' ? { ...step, depends_on: [last], parent_id: last } : step,
        );
        for (const way of [
          dependencyCycle(tied),
          ...(name.includes('chain') ? [parentCycle(tied)] : []),
        ]) {
          assert.ok(way && way.length > 1);
          assert.equal(way[0], way.at(-1));
          assert.equal(new Set(way).size, way.length - 1);
        }
        assert.equal(inTreeOrder(tied).length, tied.length);
        assert.ok(descendantsOf(tied, 's0').size > 0);
        assert.equal(ids(availableSteps(tied)), name.includes('diamond') ? 's1' : '');
      });
    }
  }
});
