import { PlanModeClient } from '../../src/protocol/planModeClient';

export interface Asked {
  readonly kind: 'query' | boolean;
  readonly answer: (value: unknown) => Promise<void>;
  readonly fail: () => Promise<void>;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A port that answers when the test says so. */
export function openClient() {
  const asked: Asked[] = [];
  const failures: unknown[] = [];
  const changes: unknown[] = [];
  const ask = (kind: Asked['kind']) =>
    new Promise((resolve, reject) => {
      asked.push({
        kind,
        answer: (value) => (resolve(value), settled()),
        fail: () => (reject(new Error('No connection.')), settled()),
      });
    });
  const client = new PlanModeClient({
    query: () => ask('query'),
    select: ask,
    failed: (error) => void failures.push(error),
    changed: () => void changes.push(client.state),
  });
  const open = (): Asked => {
    void client.open();
    return asked.at(-1)!;
  };
  const select = (active: boolean): Asked & { result: Promise<unknown> } => {
    const result = client.select(active).catch((error: unknown) => error);
    return { ...asked.at(-1)!, result };
  };
  const event = (sequence: number, data: unknown, type = 'plan/mode'): void => {
    client.event({ sequence, type, data });
  };
  return { client, open, select, event, failures, changes };
}

/** The same with this answer to its first query. */
export async function openedAt(state: unknown) {
  const bench = openClient();
  await bench.open().answer(state);
  return bench;
}
