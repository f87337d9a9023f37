import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlanError } from '../../../src/domain/planError';
import type { PlanStore } from '../../../src/service/planStore';
import type { StoreMaintenance } from '../../../src/service/storeMaintenance';
import { createNodeSessionFiles } from '../../../src/stores/sqlite/nodeSessionFiles';
import { createSqliteStore } from '../../../src/stores/sqlite/sqliteStore';
import { atCall, errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { appendMany, withFreeRoom } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { sharedSqlJs } from '../../support/sqliteFolder';
import { aPlanCommit, rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const DAY = 24 * 60 * 60_000;
const LATE = Date.now() + 31 * DAY;
/** More than any of them has calls. */
const ENOUGH = 250;

interface Work {
  readonly name: string;
  readonly prepare?: (maintenance: StoreMaintenance) => Promise<void>;
  readonly run: (maintenance: StoreMaintenance) => Promise<unknown>;
  /** Where the next try is something else than the first. */
  readonly runAgain?: (maintenance: StoreMaintenance) => Promise<unknown>;
  /** States that may be found afterwards; the first one is that before. */
  readonly states: readonly string[];
  readonly fewestCalls: number;
}

const trashed = async (maintenance: StoreMaintenance) => (await maintenance.trashed())[0]?.id ?? '';
const WORK: readonly Work[] = [
  {
    name: 'compacting',
    run: (maintenance) => maintenance.compact(KEY),
    states: ['revision 70'],
    fewestCalls: 20,
  },
  {
    name: 'restoring the last good copy',
    run: async (maintenance) => maintenance.restoreCopy(await maintenance.offerCopy(KEY)),
    states: ['revision 70', 'revision 70 as before the last write'],
    fewestCalls: 25,
  },
  {
    name: 'moving to the trash',
    run: (maintenance) => maintenance.trash(KEY),
    states: ['revision 70', 'in the trash: revision 70'],
    fewestCalls: 20,
  },
  {
    name: 'bringing back from the trash',
    prepare: (maintenance) => maintenance.trash(KEY),
    run: async (maintenance) => maintenance.untrash(await trashed(maintenance)),
    states: ['in the trash: revision 70', 'revision 70'],
    fewestCalls: 25,
  },
  {
    name: 'emptying the trash',
    prepare: (maintenance) => maintenance.trash(KEY),
    run: (maintenance) => maintenance.sweepTrash(LATE),
    // A sweep that failed waits for the next day.
    runAgain: (maintenance) => maintenance.sweepTrash(LATE + 2 * DAY),
    states: ['in the trash: revision 70', 'nothing'],
    fewestCalls: 15,
  },
];

describe('Maintenance in which something fails', () => {
  let made: MaintainedFolder;
  let folder: MaintainedFolder;
  let hooks: Hooks;
  let maintenance: StoreMaintenance;
  before(async () => {
    made = new MaintainedFolder();
    const store = made.open();
    await appendMany(store, KEY, 70);
    await withFreeRoom(store, KEY);
    await store.close();
  });
  after(() => made.dispose());
  afterEach(() => folder.dispose());

  async function begin({ prepare }: Work): Promise<void> {
    folder = new MaintainedFolder();
    cpSync(made.folder, folder.folder, { recursive: true });
    hooks = {};
    const options = { fileSystem: hookedFileSystem(hooks), platform: 'linux' } as const;
    const opened = folder.openBoth(options);
    ({ maintenance } = opened);
    await prepare?.(maintenance);
    // What the first write of a process sweeps is not part of what is tested here.
    await opened.store.append('srv:warm', 0, aPlanCommit('srv:warm', 1));
  }

  /** As another process finds it. */
  async function state(): Promise<string> {
    const other = folder.openBoth();
    const session = await other.store.load(KEY);
    const { damaged } = await other.maintenance.verify({ session: KEY });
    assert.equal(damaged, 0, 'something is damaged');
    if (session) {
      const { record, version, generation, problems } = session;
      assert.deepEqual([version, problems], [70, []]);
      await assertHistory(other.store);
      const isCopy = record.configuration.guidance !== undefined;
      assert.equal(generation, isCopy ? 73 : 72);
      return `revision 70${isCopy ? ' as before the last write' : ''}`;
    }
    const [entry] = await other.maintenance.trashed();
    if (!entry) return 'nothing';
    // The entry has all of it, and needs nothing of what may lie about elsewhere.
    const files = createNodeSessionFiles(join(folder.folder, 'trash', entry.id));
    const store = createSqliteStore({ files, sqlJs: sharedSqlJs, log: folder.log });
    await assertHistory(store);
    await store.close();
    return `in the trash: revision ${String(entry.revision)}`;
  }

  async function assertHistory(store: PlanStore): Promise<void> {
    const page = await store.events(KEY, 0, 100);
    assert.equal(page.kind === 'events' && page.events.length, 70);
    assert.ok(await store.recordedCall(KEY, 'call-1'));
  }

  for (const work of WORK) {
    for (const how of ['fails before', 'fails after', 'ends at'] as const) {
      it(`${work.name}: a disk or process that ${how} any call leaves old or new, whole`, async function () {
        this.timeout(120_000);
        const found = new Set<string>();
        let calls = 0;
        for (let index = 1; index <= ENOUGH; index++) {
          await begin(work);
          const reached = await broken(work, how, index);
          hooks.before = hooks.after = () => undefined;
          if (!reached) break;
          calls = index;
          const now = await state();
          assert.ok(work.states.includes(now), `${now} at call ${String(index)}`);
          found.add(now);
          // Not after each of them: it takes most of the time.
          if (how !== 'ends at' && index % 4 === 1 && now === work.states[0]) {
            await (work.runAgain ?? work.run)(maintenance).catch(expectPlanError);
            assert.equal(await state(), work.states.at(-1), `again after call ${String(index)}`);
          }
          await folder.dispose();
        }
        assert.deepEqual([...found].sort(), [...work.states].sort());
        assert.ok(calls >= work.fewestCalls && calls < ENOUGH, `${String(calls)} calls`);
      });
    }
  }

  async function broken(work: Work, how: string, index: number): Promise<boolean> {
    if (how !== 'ends at') {
      const when = how === 'fails before' ? 'before' : 'after';
      const code = ['ENOSPC', 'EACCES', 'EIO', 'EROFS'][index % 4] ?? 'EIO';
      const fault = atCall(hooks, index, () => Promise.reject(errno(code)), when);
      await work.run(maintenance).catch(expectPlanError);
      return fault.reached;
    }
    let count = 0;
    hooks.before = () => {
      if (++count >= index) throw errno('EIO');
    };
    await work.run(maintenance).catch(expectPlanError);
    return count >= index;
  }

  it('nothing takes the place of what was written meanwhile, with or without the lock', async () => {
    for (const work of WORK.slice(0, 2)) {
      await begin(work);
      const other = readFileSync(folder.lastGood(KEY));
      hooks.before = ({ name, path }) => {
        if (name === 'handle.sync' && path.endsWith('.tmp')) writeFileSync(folder.file(KEY), other);
      };
      await rejectsWith(Promise.resolve(work.run(maintenance)), 'retry');
      hooks.before = () => undefined;
      assert.deepEqual(readFileSync(folder.file(KEY)), other, work.name);
      await folder.dispose();
    }
    await begin(WORK[0] as Work);
  });

  it('two at once leave one result, and nothing of either behind', async () => {
    for (const work of WORK) {
      await begin(work);
      const other = folder.openBoth();
      const both = [work.run(maintenance), work.run(other.maintenance)];
      await Promise.all(both.map((each) => each.catch(expectPlanError)));
      assert.equal(await state(), work.states.at(-1), work.name);
      const left = readdirSync(folder.folder, { recursive: true }).map(String);
      const temporary = left.filter((name) => /\.(tmp|gone|lock)$/.test(name));
      assert.deepEqual(temporary, [], work.name);
      await folder.dispose();
    }
    await begin(WORK[0] as Work);
  });
});

function expectPlanError(error: unknown): void {
  if (!PlanError.is(error)) throw error;
  assert.ok(
    ['store_unavailable', 'retry', 'session_not_found', 'invalid_input'].includes(error.code),
    error.message,
  );
}
