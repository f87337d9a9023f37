import { connectHttp } from '../../src/client/httpClient';
import { ALL, HttpBench } from '../server/httpBench';
import type { BenchLine } from './benchResult';
import { percentile } from './statistics';

const FOLLOWERS = 200;
const EVENTS = 25;
/** As a plan that is worked on may change. */
const PAUSE_MS = 100;

/** How long after a commit each of many followers has it; server and followers share one process and its time. */
export async function measureSubscribers(): Promise<BenchLine[]> {
  const bench = await HttpBench.open();
  const client = connectHttp({ url: bench.url, token: ALL });
  const reached = new Map<number, number[]>();
  try {
    let ready = 0;
    for (let left = FOLLOWERS; left > 0; left--) {
      client.subscribe(bench.one, ({ plan }) => {
        if (!plan) ready += 1;
        else reached.get(plan.revision)?.push(performance.now());
      });
    }
    await until(() => ready === FOLLOWERS);
    // The streams begin behind the first look.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const times: number[] = [];
    for (let revision = 1; revision <= EVENTS; revision++) {
      const arrivals: number[] = [];
      reached.set(revision, arrivals);
      await bench.write(revision - 1);
      const committed = performance.now();
      await until(() => arrivals.length === FOLLOWERS);
      times.push(...arrivals.map((at) => at - committed));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const note = `n ${times.length}, over HTTP`;
    return [
      {
        name: `an event at ${FOLLOWERS} followers, p99`,
        ...{ value: percentile(times, 0.99), unit: 'ms', atMost: 100, note },
      },
    ];
  } finally {
    await client.close();
    await bench.close();
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
