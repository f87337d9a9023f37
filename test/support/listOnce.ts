import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { SessionCatalogue } from '../../src/stores/sqlite/catalogue/sessionCatalogue';
import { pageOfSessions } from '../../src/stores/sessionListing';

/** What a process of its own measured of its first list and of the one after it, in milliseconds. */
export interface ListTimes {
  readonly first: number;
  /** Of the processor. */
  readonly firstWork: number;
  /** The longest time for which nothing else of the process had a turn. */
  readonly firstBlock: number;
  readonly again: number;
  readonly sessions: number;
}

async function listOnce(folder: string, wasmFile: string, filter: string, place: string) {
  const files = createNodeSessionFiles(folder);
  const catalogue = new SessionCatalogue(files, () => loadSqlJs(wasmFile));
  const list = async () => {
    const { summaries, unreadable } = await catalogue.list();
    const page = { limit: place === '' ? 1 : 100, ...(place.length > 1 ? { after: place } : {}) };
    return pageOfSessions(summaries, unreadable, filter === '' ? {} : { workspace: filter }, page);
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [started, work] = [performance.now(), process.cpuUsage()];
  const { sessions } = await list();
  const first = performance.now() - started;
  const { user, system } = process.cpuUsage(work);
  delay.disable();
  const before = performance.now();
  await list();
  const again = performance.now() - before;
  await catalogue.close();
  const firstWork = (user + system) / 1_000;
  const times = { first, firstWork, firstBlock: delay.max / 1e6, again, sessions: sessions.length };
  console.log(JSON.stringify(times satisfies ListTimes));
}

const [folder = '', wasmFile = '', filter = '', place = ''] = process.argv.slice(2);
void listOnce(folder, wasmFile, filter, place);
