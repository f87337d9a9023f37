import { ChildPrograms } from '../support/childProgram';
import type { ListTimes } from '../support/listOnce';
import { manyKey, updatedAt, workspaceOf, writeManySessions } from '../support/manySessions';
import { SqliteFolder, WASM_FILE } from '../support/sqliteFolder';
import { appendPlans } from '../support/storeFixtures';
import { shown, type BenchLine } from './benchResult';
import { median, pairwiseRatios } from './statistics';

const MANY = 10_000;
const FEW = 10;
const PROCESSES = 9;
const ROUNDS = 61;
const COLD_AT_MOST = 150;
const RATIO_AT_MOST = 1.2;

/** Lists of 10,000 sessions, and what so many of them cost a single one. */
export async function measureCatalogue(): Promise<BenchLine[]> {
  const [many, few, programs] = [new SqliteFolder(), new SqliteFolder(), new ChildPrograms()];
  try {
    await writeManySessions(many, MANY);
    await writeManySessions(few, FEW);
    const start = await programs.build('listOnce');
    const list = async (filter: string, place: string): Promise<ListTimes> =>
      JSON.parse(await start(many.folder, WASM_FILE, filter, place).line(0)) as ListTimes;
    const rebuild = await list('', '-');
    const look = await programs.build('lookOnce');
    const bare: number[] = [];
    const page = await coldLists(async () => {
      bare.push(Number(await look(many.folder).line(0)));
      return list('', '-');
    });
    const deep = JSON.stringify([updatedAt(MANY / 2), manyKey(MANY / 2)]);
    const next = await coldLists(() => list('', deep));
    const newest = await coldLists(() => list(workspaceOf(7), ''));
    return [
      {
        name: `catalogue of ${MANY} sessions made anew`,
        value: rebuild.first,
        unit: 'ms',
        note: `longest turn ${shown(rebuild.firstBlock)} ms`,
      },
      lineOf('first list of a process, 100 of 10,000 sessions, p50', page),
      {
        name: '… against the bare look of a process at the same files',
        value: median(pairwiseRatios(firstOf(page), bare)),
        unit: 'times',
        note: `${shown(median(bare))} ms for the bare look`,
      },
      lineOf('… the 100 behind the first 5,000, p50', next),
      lineOf('… the newest one of a workspace, p50', newest),
      {
        name: '… the list after it, p50',
        value: median(page.map(({ again }) => again)),
        unit: 'ms',
        atMost: COLD_AT_MOST,
      },
      ...(await ratioLines(few, many)),
    ];
  } finally {
    await programs.dispose();
    await Promise.all([few.dispose(), many.dispose()]);
  }
}

async function coldLists(list: () => Promise<ListTimes>): Promise<ListTimes[]> {
  const times: ListTimes[] = [];
  for (let run = 0; run < PROCESSES; run++) times.push(await list());
  return times;
}

function firstOf(times: readonly ListTimes[]): number[] {
  return times.map(({ first }) => first);
}

function lineOf(name: string, times: readonly ListTimes[]): BenchLine {
  const work = shown(median(times.map(({ firstWork }) => firstWork)));
  const block = shown(median(times.map(({ firstBlock }) => firstBlock)));
  return {
    name,
    value: median(firstOf(times)),
    unit: 'ms',
    atMost: COLD_AT_MOST,
    note: `processor ${work}, longest turn ${block} ms, ${times.length} processes, ${times[0]?.sessions ?? 0} listed`,
  };
}

/** In turn, so that both meet the same load of the machine. */
async function ratioLines(few: SqliteFolder, many: SqliteFolder): Promise<BenchLine[]> {
  const opened: Record<'few' | 'many', number[]> = { few: [], many: [] };
  const committed: Record<'few' | 'many', number[]> = { few: [], many: [] };
  const stores = { few: few.open(), many: many.open() };
  for (let round = -3; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const which of order) {
      const store = (which === 'few' ? few : many).open();
      const before = performance.now();
      await store.load(manyKey(3));
      const loaded = performance.now();
      await store.close();
      const between = performance.now();
      await appendPlans(stores[which], manyKey(5), round + 6);
      const done = performance.now();
      if (round < 0) continue;
      opened[which].push(loaded - before);
      committed[which].push(done - between);
    }
  }
  return [ratioLine('open', opened), ratioLine('commit to', committed)];
}

function ratioLine(
  what: string,
  times: { readonly few: readonly number[]; readonly many: readonly number[] },
): BenchLine {
  return {
    name: `${what} a session among 10,000, against 10`,
    value: median(pairwiseRatios(times.many, times.few)),
    unit: 'times',
    atMost: RATIO_AT_MOST,
    note: `${shown(median(times.many))} against ${shown(median(times.few))} ms, ${times.many.length} rounds`,
  };
}
