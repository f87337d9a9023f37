import assert from 'node:assert/strict';
import {
  parsePlanningSpec,
  PLANNING_SPEC_NAME,
  planningFromSpec,
} from '../../src/agent/planningSpec';
import type { Planning, RunContext } from '../../src/agent/planning';
import { PlanError } from '../../src/domain/planError';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { rejectsWith } from '../service/serviceFixtures';
import { SqliteFolder } from '../support/sqliteFolder';
import { added, fakeRuntime, markersOf, sent, textOf, type FakeRuntime } from './agentFixtures';

function specOf(options: unknown): unknown {
  return { model: 'a-model', capabilities: [{ Planning: options }, { Web: { depth: 1 } }, 'Code'] };
}

function made(options: unknown, runtime: FakeRuntime = fakeRuntime()): Planning<RunContext> {
  return planningFromSpec(specOf(options), runtime);
}

function refuses(spec: unknown, message: RegExp): void {
  assert.throws(
    () => planningFromSpec(spec, fakeRuntime()),
    (error) => PlanError.is(error, 'invalid_configuration') && message.test(error.message),
  );
}

describe('Planning from an agent spec', () => {
  it('is made from what a file says, whatever else the file has', async () => {
    const text =
      '{"model":"a-model","retries":3,"capabilities":[{"Planning":{"tools":["add_task"]}}]}';
    const planning = planningFromSpec(JSON.parse(text), fakeRuntime());
    assert.deepEqual(
      planning.toolset().tools.map(({ name }) => name),
      ['add_task'],
    );
    const run = {};
    await planning.forRun(run);
    await added(planning, run, 'Read');
    assert.match(textOf(await sent(planning, run)), /Read/);
  });

  it('[PT.110] is called Planning there, with options, without, or as a bare name', () => {
    assert.equal(PLANNING_SPEC_NAME, 'Planning');
    const bare = [{}, null].map((options) => specOf(options));
    for (const spec of [...bare, { capabilities: ['Planning'] }]) {
      assert.deepEqual(parsePlanningSpec(spec), parsePlanningSpec(specOf({})));
    }
    refuses({ capabilities: [] }, /Planning once.*0 times/);
    refuses({ capabilities: ['planning'] }, /0 times/);
    refuses({ capabilities: ['Planning', { Planning: {} }] }, /2 times/);
    refuses({ model: 'a-model' }, /capabilities/);
    refuses('Planning', /agent spec/);
  });

  it('[PT.109] takes its eight options, with these defaults', () => {
    assert.deepEqual(parsePlanningSpec(specOf({})), {
      options: {
        session: 'default',
        enableSubtasks: false,
        inject: true,
        guidance: null,
        cacheTtl: '5m',
        tools: null,
      },
      database: undefined,
    });
    const given = {
      ...{ backend: 'sqlite', database: 'plans.db', session: 'kitchen', enable_subtasks: true },
      ...{ inject: false, guidance: 'Plan.', cache_ttl: '1h', tools: ['add_subtask'] },
    };
    assert.deepEqual(parsePlanningSpec(specOf(given)), {
      options: {
        session: 'kitchen',
        enableSubtasks: true,
        inject: false,
        guidance: 'Plan.',
        cacheTtl: '1h',
        tools: ['add_subtask'],
      },
      database: 'plans.db',
    });
    const { database } = parsePlanningSpec(specOf({ backend: 'sqlite' }));
    assert.equal(database, '.agent-plan.db');
    refuses(
      specOf({ enableSubtasks: true }),
      /does not know enableSubtasks; allowed are.*enable_subtasks/,
    );
    refuses(specOf({ cache_ttl: '2h' }), /cache_ttl/);
    refuses(specOf({ tools: ['add_subtask'] }), /add_subtask/);
  });

  it('[PTx.21] a backend that there is not fails, and so does a database without sqlite', () => {
    refuses(specOf({ backend: 'postgres' }), /backend/);
    refuses(specOf({ database: 'plans.db' }), /database/);
    refuses(specOf({ backend: 'memory', database: 'plans.db' }), /set backend to sqlite/);
    made({ backend: 'memory', database: null });
  });

  it('puts the options to use', async () => {
    const guided = made({ guidance: 'Plan.', cache_ttl: '1h', enable_subtasks: true });
    assert.equal(guided.instructions(), 'Plan.');
    const run = {};
    await guided.forRun(run);
    await added(guided, run, 'Read');
    assert.equal(markersOf(await sent(guided, run))[0]?.ttl, '1h');
    assert.ok(guided.toolset().tools.some(({ name }) => name === 'add_subtask'));
    const silent = made({ inject: false });
    await silent.forRun(run);
    await added(silent, run, 'Read');
    assert.doesNotMatch(textOf(await sent(silent, run)), /Read/);
  });

  it('[PT.59] keeps plans in memory by itself, afresh for each run', async () => {
    const runtime = fakeRuntime();
    const planning = made({}, runtime);
    await added(planning, {}, 'Read');
    assert.doesNotMatch(textOf(await sent(planning, {})), /Read/);
    assert.deepEqual(runtime.databases, []);
  });

  describe('over sqlite', () => {
    let folder: SqliteFolder;
    beforeEach(() => {
      folder = new SqliteFolder();
    });
    afterEach(() => folder.dispose());

    it('[PT.60] opens its folder at the first use, once, and later runs find the plan', async () => {
      const runtime = fakeRuntime({ open: () => folder.open() });
      const spec = { backend: 'sqlite', session: 'kitchen' };
      const planning = made(spec, runtime);
      assert.deepEqual(runtime.databases, []);
      await Promise.all([planning.forRun({}), planning.forRun({})]);
      await added(planning, {}, 'Read');
      assert.deepEqual(runtime.databases, ['.agent-plan.db']);
      const later = made(spec, fakeRuntime({ open: () => folder.open() }));
      assert.match(textOf(await sent(later, {})), /Read/);
      const elsewhere = made({ backend: 'sqlite' }, fakeRuntime({ open: () => folder.open() }));
      assert.doesNotMatch(textOf(await sent(elsewhere, {})), /Read/);
    });
  });

  it('tries to open it again when the run before could not', async () => {
    let isLocked = true;
    const runtime = fakeRuntime({
      open: () => {
        if (isLocked) throw new PlanError('store_unavailable', 'The folder is locked.');
        return createMemoryStore();
      },
    });
    const planning = made({ backend: 'sqlite' }, runtime);
    await rejectsWith('store_unavailable', planning.forRun({}));
    isLocked = false;
    await planning.forRun({});
    assert.equal(runtime.databases.length, 2);
  });
});
