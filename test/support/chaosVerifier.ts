import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { evolve, initialState } from '../../src/domain/planState';
import { chaosPlace, openChaosService, say } from './chaosPlace';
import { eventsUpTo } from './replayedLog';

// A process of its own that reads everything, over and over: each plan is what its log says, and every
// session that was there once is there, is listed and is whole.
const { sessions, ...place } = chaosPlace();
const service = openChaosService({ sessions, ...place });
const versions: Record<string, number> = {};
let looks = 0;
void lookForever();

async function lookForever(): Promise<never> {
  for (;;) {
    let problem: string | undefined;
    try {
      for (const session of sessions) await look(session);
      await lookAtList();
    } catch (error) {
      problem = `Whoever reads everything: ${String(error)}`;
    }
    say({ looks, versions, ...(problem !== undefined && { problem }) });
    await wait(500);
  }
}

async function look(session: string): Promise<void> {
  const snapshot = await service.snapshot(session);
  const before = versions[session] ?? 0;
  assert.ok((snapshot?.version ?? 0) >= before, `${session} went back from ${String(before)}`);
  if (!snapshot) return;
  assert.deepEqual(snapshot.problems, []);
  const events = await eventsUpTo(service, session, snapshot.version);
  assert.deepEqual(events.reduce(evolve, initialState).plan, snapshot.plan);
  versions[session] = snapshot.version;
  looks++;
}

async function lookAtList(): Promise<void> {
  const known = Object.keys(versions);
  const page = await service.list({}, { limit: 1_000 });
  assert.deepEqual(page.unreadable, []);
  const listed = page.sessions.map(({ key }) => key);
  for (const session of known) assert.ok(listed.includes(session), `${session} is not listed`);
}
