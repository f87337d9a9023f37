import assert from 'node:assert/strict';
import { EMPTY_DRAFT } from '../../../src/domain/steering/draft';
import { draftMessage } from '../../../src/domain/steering/draftMessage';
import {
  draftAdd,
  draftStatus,
  draftText,
  rebased,
} from '../../../src/domain/steering/draftOperations';
import { draftedSteps } from '../../../src/domain/steering/draftedSteps';
import { planOf, step } from './draftFixtures';

const seen = planOf([step('a'), step('b')]);
const drafted = draftAdd(EMPTY_DRAFT, seen, { id: 'n1', text: 'New', parent: null, after: 'a' });

describe('drafts about steps that the agent added or removed meanwhile', () => {
  it('[FC.33] a drafted step that the plan has by now is renamed and cancelled as one of the plan', () => {
    for (const id of ['n1', 'other']) {
      const now = planOf([step('a'), step(id, { description: 'New' }), step('b')], 2);
      const said = (draft: typeof drafted) => draftMessage(draft, now).slice(1).map(String);
      assert.deepEqual(said(draftText(drafted, now, id, 'Newer')), [
        `- Step "${id}": change its text to "Newer"`,
      ]);
      assert.deepEqual(said(draftStatus(drafted, now, id, 'cancelled')), [
        `- Step "${id}": cancel it; if your tool has no such status, leave the step out`,
      ]);
    }
  });

  it('[FC.33] a drafted subtask stays under the drafted step that the plan has by now', () => {
    const under = { id: 'n2', text: 'Below', parent: 'n1', after: 'n1' };
    const { changes } = draftAdd(drafted, seen, under);
    for (const id of ['n1', 'other']) {
      const now = planOf([step('a'), step(id, { description: 'New' }), step('b')], 2);
      const below = draftedSteps(now, changes).find((each) => each.id === 'n2');
      assert.equal(below?.parent_id, id);
    }
  });

  it('[FC.33] a new step whose neighbours are gone is asked for at the end, not beside them', () => {
    const now = planOf([], 2);
    assert.deepEqual(draftMessage(rebased(drafted, now), now).slice(1).map(String), [
      '- Add a step with the id "n1" and the status pending at the end: "New"',
    ]);
  });
});
