import assert from 'node:assert/strict';
import { EMPTY_DRAFT } from '../../../src/domain/steering/draft';
import { draftMessage } from '../../../src/domain/steering/draftMessage';
import {
  draftAdd,
  draftMove,
  draftStatus,
  draftText,
  rebased,
} from '../../../src/domain/steering/draftOperations';
import { conflictsOf, isDraftDone } from '../../../src/domain/steering/draftStanding';
import { exactText } from '../../../src/domain/steering/exactText';
import {
  comparableSteps,
  goBackMessage,
  updateStatusesMessage,
} from '../../../src/domain/steering/goingBack';
import { planOf, step } from './draftFixtures';

const plan = planOf([step('a', { status: 'completed' }), step('b'), step('c'), step('d')], 7);

describe('messages that ask for another plan', () => {
  it('[DP.73] a draft is said with exact ids and texts, a line for each wish, and the revision it is about', () => {
    let draft = draftText(EMPTY_DRAFT, plan, 'b', 'Do it "right"');
    draft = draftAdd(draft, plan, { id: 'n1', text: 'Check it', parent: null, after: 'b' });
    draft = draftAdd(draft, plan, { id: 'n2', text: 'Twice', parent: 'n1', after: null });
    draft = draftMove(draft, plan, 'd', -1);
    draft = draftStatus(draft, plan, 'c', 'cancelled');
    draft = draftStatus(draft, plan, 'a', 'pending');
    assert.deepEqual(draftMessage(draft, plan).map(String), [
      'Change the plan, which is at revision 7, in exactly this way, and keep all other steps with their ids, texts and status as they are:',
      '- Step "a": set its status to pending',
      '- Step "b": change its text to "Do it \\"right\\""',
      '- Add a step with the id "n1" and the status pending directly after step "b": "Check it"',
      '- Step "d": move it directly after step "n1"',
      '- Step "c": cancel it; if your tool has no such status, leave the step out',
      '- Add a step with the id "n2" and the status pending as a subtask of "n1" at the end: "Twice"',
    ]);
  });

  it('a text is one JSON string in which the chat finds nothing to obey and nobody anything hidden', () => {
    const hostile = 'x\n@plan #file ![p](h) <b> `c` \u202E\u{E0041} a#b /off 👩‍👩‍👧';
    const said = exactText(hostile);
    assert.equal(JSON.parse(said), hostile);
    assert.doesNotMatch(said, /\n|(^|\s)[@#]|!\[|<|`|[\p{Cf}\p{Cc}]/u);
    assert.match(said, / a#b \/off /);
    assert.equal(exactText('Überall 漢字, "so"'), '"Überall 漢字, \\"so\\""');
  });

  it('a draft is done where every id or text is in one plan, however the agent says cancelled', () => {
    let draft = draftAdd(EMPTY_DRAFT, plan, { id: 'n1', text: 'New', parent: null, after: null });
    draft = draftStatus(draft, plan, 'c', 'cancelled');
    const [a, b, , d] = plan.steps;
    assert.ok(a && b && d);
    assert.equal(isDraftDone(draft, planOf([a, b, d])), false);
    assert.equal(
      isDraftDone(draft, planOf([step('other', { description: 'New' }), a, b, d])),
      true,
    );
    const cancelled = step('c', { status: 'cancelled' });
    assert.equal(isDraftDone(draft, planOf([step('n1'), a, b, cancelled, d])), true);
    assert.equal(isDraftDone(EMPTY_DRAFT, plan), false);
  });

  it('[FC.33] what the agent did to a step that is drafted about is a conflict, what it did to others is none', () => {
    const draft = draftStatus(draftText(EMPTY_DRAFT, plan, 'b', 'B'), plan, 'c', 'completed');
    const [a, b, c, d] = plan.steps;
    assert.ok(a && b && c && d);
    const conflicts = (...steps: (typeof a)[]) => [...conflictsOf(draft, planOf(steps))];
    assert.deepEqual(conflicts({ ...a, description: 'Other' }, b, c), []);
    assert.deepEqual(conflicts(a, { ...b, status: 'in_progress' }, c, d), []);
    assert.deepEqual(conflicts(a, { ...b, description: 'Theirs' }, d), [
      ['b', 'changed'],
      ['c', 'gone'],
    ]);
  });

  it('new steps at the front, and moves, are asked for in an order in which each can be made', () => {
    let draft = draftAdd(EMPTY_DRAFT, plan, { id: 'n1', text: 'One', parent: null, after: null });
    draft = draftAdd(draft, plan, { id: 'n2', text: 'Two', parent: null, after: null });
    assert.deepEqual(draftMessage(draft, plan).slice(1).map(String), [
      '- Add a step with the id "n2" and the status pending directly before step "a": "Two"',
      '- Add a step with the id "n1" and the status pending directly after step "n2": "One"',
    ]);
  });

  it('a move is done where the order is, also by nothing being beside the step, and is asked for no more', () => {
    const draft = draftMove(EMPTY_DRAFT, plan, 'd', -1);
    const [a, b, c, d] = plan.steps;
    assert.ok(a && b && c && d);
    const moved = planOf([a, b, d, c]);
    assert.ok(isDraftDone(draft, moved));
    assert.deepEqual(rebased(draft, moved).changes, []);
    assert.deepEqual([...conflictsOf(draft, planOf([d]))], []);
  });

  it('a new step with the text of one that is to be renamed is not taken for it', () => {
    let draft = draftText(EMPTY_DRAFT, plan, 'b', 'Renamed');
    draft = draftAdd(draft, plan, { id: 'n1', text: 'Do b', parent: null, after: 'b' });
    assert.deepEqual(draftMessage(draft, plan).slice(1).map(String), [
      '- Step "b": change its text to "Renamed"',
      '- Add a step with the id "n1" and the status pending directly after step "b": "Do b"',
    ]);
  });

  it('[FC.33] a new step with the text of one that is there is another one, and so are two with one text', () => {
    const alike = (id: string) => step(id, { description: 'Do b' });
    let draft = draftAdd(EMPTY_DRAFT, plan, { id: 'n1', text: '', parent: null, after: 'd' });
    draft = draftText(draft, plan, 'n1', 'Do b');
    assert.equal(isDraftDone(draft, plan), false);
    assert.deepEqual(draftMessage(draft, plan).slice(1).map(String), [
      '- Add a step with the id "n1" and the status pending directly after step "d": "Do b"',
    ]);
    draft = draftAdd(draft, plan, { id: 'n2', text: 'Do b', parent: null, after: 'n1' });
    const half = planOf([...plan.steps, alike('x')]);
    assert.equal(isDraftDone(draft, half), false);
    assert.deepEqual(draftMessage(draft, half).slice(1).map(String), [
      '- Add a step with the id "n2" and the status pending directly after step "x": "Do b"',
    ]);
    assert.ok(isDraftDone(draft, planOf([...half.steps, alike('y')])));
    assert.ok(isDraftDone(draft, planOf([...plan.steps, alike('n2'), alike('n1')])));
  });

  it('the way back names every step of the revision, and what is compared then is ids, texts, status and order', () => {
    const earlier = planOf(
      [step('a'), step('b', { status: 'blocked', parent_id: 'a', depends_on: ['a'] })],
      3,
    );
    const [opening, ...lines] = goBackMessage(earlier, plan).map(String);
    assert.match(opening ?? '', /at revision 7, back to what it was at revision 3: exactly these/);
    assert.deepEqual(lines, [
      '- "a", pending: "Do a"',
      '- "b", blocked, parent_id "a", depends_on ["a"]: "Do b"',
    ]);
    assert.match(String(goBackMessage(planOf([], 2), plan)[0]), /it had no steps then/);
    assert.match(String(updateStatusesMessage(plan)[0]), /at revision 7, up to date/);
    const same = (...steps: Parameters<typeof planOf>[0]) => comparableSteps(planOf(steps));
    assert.equal(same(step('a')), same(step('a'), step('x', { status: 'cancelled' })));
    for (const other of [
      [step('b')],
      [step('a', { description: 'A' })],
      [step('a', { status: 'completed' })],
      [step('a'), step('b')],
    ])
      assert.notEqual(same(step('a')), same(...other));
    assert.notEqual(same(step('a'), step('b')), same(step('b'), step('a')));
  });
});
