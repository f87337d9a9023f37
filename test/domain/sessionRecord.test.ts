import assert from 'node:assert/strict';
import { changeSummarySchema } from '../../src/domain/changeSummary';
import { isOfProgram } from '../../src/domain/programSession';
import { exitPlanModeInputSchema } from '../../src/domain/planReview';
import { type SessionRecord, sessionRecordSchema } from '../../src/domain/session';
import { assertStrict } from '../support/assertStrict';
import { aPlan, aRecord, aStep } from '../support/storeFixtures';

const CONFIGURATION = {
  planning: true,
  subtasks: true,
  tools: ['read_plan'],
  descriptions: { read_plan: 'Reads it.' },
  guidance: 'Be brief.',
  single_in_progress: 'strict',
  plan_mode: true,
  inject: false,
  cache_ttl: '1h',
} as const;
const TURN = { turn_id: 't', owner: 'o', process_id: 7, host: 'h', lease: '2030-01-01T00:10:00Z' };

/** With everything that may be left out. */
const EVERYTHING: SessionRecord = aRecord('srv:1', {
  workspace: 'file:///w',
  forked_from: { session: 'srv:0', revision: 2 },
  configuration: { ...CONFIGURATION, tools: [...CONFIGURATION.tools] },
  plan: aPlan(3, [aStep('a', { active_form: 'Doing a', parent_id: 'p', depends_on: ['b'] })]),
  plan_mode: { active: true, intent: false },
  approved: 2,
  pinned: true,
  turn: TURN,
});
const MAY_BE_LEFT_OUT = [
  ...['workspace', 'forked_from', 'plan_mode', 'approved', 'pinned', 'turn', 'intent'],
  ...['tools', 'descriptions', 'guidance', 'single_in_progress', 'inject', 'cache_ttl'],
  ...['active_form', 'parent_id', 'depends_on', 'read_plan'],
];

const takes = (more: object) => sessionRecordSchema.safeParse({ ...EVERYTHING, ...more }).success;

describe('the record of a session', () => {
  it('is read as it was written, and with nothing more or less', () => {
    assertStrict(sessionRecordSchema, EVERYTHING, MAY_BE_LEFT_OUT);
    assert.ok(takes({ plan: null }));
  });

  it('has no revision that was approved before the first, and is pinned or says nothing of it', () => {
    for (const more of [{ approved: 0 }, { approved: 1.5 }, { pinned: false }])
      assert.ok(!takes(more), JSON.stringify(more));
  });

  it('has settings with the values that there are', () => {
    const has = (more: object) => takes({ configuration: { ...CONFIGURATION, ...more } });
    for (const single_in_progress of ['convention', 'strict'])
      assert.ok(has({ single_in_progress }));
    for (const cache_ttl of ['5m', '1h']) assert.ok(has({ cache_ttl }));
    for (const more of [{ single_in_progress: '' }, { cache_ttl: '' }, { cache_ttl: '2h' }])
      assert.ok(!has(more), JSON.stringify(more));
  });

  it('belongs to a program outside of the editor where its key begins so', () => {
    for (const key of ['mcp:lab', 'srv:1']) assert.ok(isOfProgram(key), key);
    for (const key of ['vscode-chat-session://local/mcp:1', 'xmcp:1', 'mcp', ''])
      assert.ok(!isOfProgram(key), key);
  });
});

describe('what goes to and fro about a plan', () => {
  it('a call that leaves plan mode has the revision and nothing more', () => {
    assertStrict(exitPlanModeInputSchema, { expected_revision: 0 });
    assert.ok(!exitPlanModeInputSchema.safeParse({ expected_revision: -1 }).success);
  });

  it('a summary of changes counts from one, each of a kind that there is', () => {
    assertStrict(changeSummarySchema, [{ kind: 'done', count: 1 }]);
    for (const change of [
      { kind: 'done', count: 0 },
      { kind: 'other', count: 1 },
    ])
      assert.ok(!changeSummarySchema.safeParse([change]).success);
  });
});
