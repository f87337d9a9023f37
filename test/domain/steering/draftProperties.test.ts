import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedStep, draftSchema } from '../../../src/domain/steering/draft';
import { keepMine, rebased, withoutStep } from '../../../src/domain/steering/draftOperations';
import { draftedSteps, siblingsOf } from '../../../src/domain/steering/draftedSteps';
import {
  conflictsOf,
  isDraftDone,
  openChanges,
  standings,
} from '../../../src/domain/steering/draftStanding';
import type { PlanDocument } from '../../../src/domain/plan';
import { anyOperations, anyPlan, drafted, obeyed } from './draftFixtures';

/** What can be seen of an order in a tree: the order beside each other. */
function orders({ steps }: PlanDocument): string[] {
  const found = steps.map(({ id }) => siblingsOf(steps, id).map((step) => step.id));
  return [...new Set(found.map((ids) => ids.join(' ')))].sort();
}

describe('drafts', () => {
  it('a message that is obeyed to the letter makes the plan that was on the screen and closes the draft', () => {
    fc.assert(
      fc.property(anyPlan, anyOperations, (plan, operations) => {
        const draft = drafted(plan, operations);
        const after = obeyed(draft, plan);
        const shown = { ...after, steps: draftedSteps(plan, draft.changes) };
        const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
        assert.deepEqual(after.steps.toSorted(byId), shown.steps.toSorted(byId));
        assert.deepEqual(orders(after), orders(shown));
        assert.equal(isDraftDone(draft, after), draft.changes.length > 0);
      }),
    );
  });

  it('every change of a fresh draft is still to be made, and is kept byte for byte', () => {
    fc.assert(
      fc.property(anyPlan, anyOperations, (plan, operations) => {
        const draft = drafted(plan, operations);
        assert.deepEqual(
          standings(draft.changes, plan).filter((standing) => standing !== 'open'),
          [],
        );
        assert.deepEqual(draftSchema.parse(JSON.parse(JSON.stringify(draft))), draft);
      }),
    );
  });

  it('[FC.33] nothing is lost whatever the agent writes meanwhile: each change is open, done or a conflict that the person ends', () => {
    fc.assert(
      fc.property(anyPlan, anyOperations, anyPlan, fc.boolean(), (seen, operations, now, mine) => {
        const draft = drafted(seen, operations);
        const open = openChanges(draft.changes, now);
        let ended = draft;
        const answered = new Set<string>();
        // What one answer moves can be in another's way: then the person is asked about that, too.
        for (let asked = 0; conflictsOf(ended, now).size > 0; asked += 1) {
          assert.ok(asked < 20, 'there is no end to it');
          const [id = ''] = conflictsOf(ended, now).keys();
          answered.add(id);
          ended = mine ? keepMine(ended, now, id) : withoutStep(ended, now, id);
        }
        const left = new Set(ended.changes.map(changedStep));
        for (const change of open) {
          const id = changedStep(change);
          const isWanted = mine || !answered.has(id);
          // A place is one among others: without them the step may stand where it should.
          if (change.kind !== 'place') assert.equal(left.has(id), isWanted, JSON.stringify(change));
        }
        const sent = rebased(ended, now);
        if (sent.changes.length > 0) assert.ok(isDraftDone(sent, obeyed(sent, now)));
      }),
      { numRuns: 400 },
    );
  });
});
