import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { SessionSummary } from '../../../src/service/planStore';
import { pageOfSessions } from '../../../src/stores/sessionListing';

const summary = fc.record({
  key: fc.string({ minLength: 1, maxLength: 3 }),
  updated: fc.constantFrom('2030-01-01', '2030-01-02', '2030-01-03', '2031-01-01'),
  workspace: fc.constantFrom(undefined, 'file:///a', 'file:///b'),
});

const NO_PLAN = {
  ...{ completed: 0, total: 0, open: 0 },
  ...{ current: '', pinned: false, planMode: null },
};

describe('Pages of sessions', () => {
  it('[PTx.17] hold copies', () => {
    const one = { key: 'a', coworker: 'chat', title: 'A', updated: '2030', revision: 1 };
    const all: SessionSummary[] = [{ ...one, ...NO_PLAN }];
    const { sessions } = pageOfSessions(all, [], {}, { limit: 1 });
    assert.deepEqual(sessions, all);
    assert.notEqual(sessions[0], all[0]);
  });

  it('together hold every session that is asked for once, newest first, whatever their size', () => {
    const unique = fc.uniqueArray(summary, { selector: ({ key }) => key, maxLength: 40 });
    const filters = fc.constantFrom(undefined, null, 'file:///a');
    fc.assert(
      fc.property(unique, filters, fc.integer({ min: 1, max: 41 }), (drawn, workspace, limit) => {
        const all = drawn.map((one): SessionSummary => ({
          ...{ key: one.key, updated: one.updated, coworker: 'chat', title: one.key },
          ...{ revision: 1, ...NO_PLAN },
          ...(one.workspace === undefined ? {} : { workspace: one.workspace }),
        }));
        const filter = workspace === undefined ? {} : { workspace };
        const listed: string[] = [];
        let after: string | undefined;
        do {
          const page = pageOfSessions(all, [], filter, { limit, ...(after && { after }) });
          assert.ok(page.sessions.length <= limit && (page.sessions.length > 0 || !after));
          listed.push(...page.sessions.map(({ updated, key }) => `${updated} ${key}`));
          after = page.next;
        } while (after !== undefined);
        const expected = all
          .filter((one) => workspace === undefined || (one.workspace ?? null) === workspace)
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .sort((a, b) => b.updated.localeCompare(a.updated))
          .map(({ updated, key }) => `${updated} ${key}`);
        assert.deepEqual(listed, expected);
      }),
    );
  });
});
