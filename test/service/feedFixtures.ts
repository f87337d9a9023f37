import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/domain/planEvent';
import type { Attachment, FeedItem } from '../../src/service/eventFeed';
import type { PlanReader } from '../../src/service/planReader';
import type { Disposable } from '../../src/service/ports';
import { update } from '../domain/planFixtures';
import { SESSION, type Bench } from './serviceFixtures';

/** Writes the plan again, so often. */
export async function write(bench: Bench, times: number, session = SESSION): Promise<void> {
  const before = (await bench.plan(session))?.revision ?? 0;
  for (let revision = before; revision < before + times; revision++) {
    const call = bench.asGuest(
      `${session} ${bench.clock.now()} ${revision}`,
      update(revision, []),
      {
        session,
      },
    );
    assert.equal((await call).isError, false);
  }
}

/** The next items, in order. */
export async function next(items: AsyncIterator<FeedItem>, count: number): Promise<FeedItem[]> {
  const taken: FeedItem[] = [];
  while (taken.length < count) {
    const { done, value } = await items.next();
    assert.ok(!done, 'the feed ended');
    taken.push(value);
  }
  return taken;
}

export function toItems(events: readonly PlanEvent[]): FeedItem[] {
  return events.map((event) => ({ kind: 'event', event }));
}

/** What a promise came to so far, once everything that can happen has happened. */
export async function stateOf(promise: Promise<unknown>): Promise<'waits' | 'settled'> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  return Promise.race([promise.then(() => 'settled' as const), Promise.resolve('waits' as const)]);
}

export function iterate(attachment: Attachment): AsyncIterator<FeedItem> {
  return attachment[Symbol.asyncIterator]();
}

/** The reader of a bench with some of it replaced, and how many listeners it has. */
export function countingReader(
  { service }: Bench,
  more: Partial<PlanReader> = {},
): PlanReader & { readonly listening: () => number } {
  const listening = new Set<object>();
  const counted = (own: Disposable): Disposable => {
    listening.add(own);
    return {
      dispose: () => {
        listening.delete(own);
        own.dispose();
      },
    };
  };
  return {
    snapshot: (session) => service.snapshot(session),
    summary: (session) => service.summary(session),
    events: (session, after, limit) => service.events(session, after, limit),
    list: (filter, page) => service.list(filter, page),
    onDidCommit: (listener) => counted(service.onDidCommit(listener)),
    onDidChangeElsewhere: (listener) => counted(service.onDidChangeElsewhere(listener)),
    ...more,
    listening: () => listening.size,
  };
}
