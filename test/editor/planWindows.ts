import assert from 'node:assert/strict';
import { PlanError } from '../../src/domain/planError';
import { sentence } from '../../src/domain/sentence';
import { digest } from '../../src/host/digest';
import { PlanService } from '../../src/service/planService';
import type {
  PlanStore,
  SessionKey,
  SessionSummary,
  UnreadableSession,
} from '../../src/service/planStore';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';

type Windows = ReturnType<typeof openWindows>;
export type PlanWindow = Windows['here'];

/** Two windows, each with a service of its own, over one store. */
export function openWindows() {
  const shared = createMemoryStore();
  const clock = fakeClock();
  const ids = fakeIds();
  /** Sessions of which nobody can read anything. */
  const broken = new Set<SessionKey>();
  const listeners = new Set<(session: SessionKey) => void>();

  const openWindow = () => {
    const unreadable: UnreadableSession[] = [];
    const window = {
      ...{ unreadable, broken, failure: undefined as Error | undefined, lists: 0, loads: 0 },
      gate: Promise.resolve(),
      service: new PlanService({
        store: () => Promise.resolve(store),
        ...{ clock, digest, ids, process: fakeProcess(), log: fakeLog() },
      }),
      /** The next revision of the plan of a chat. */
      async write(session: SessionKey, workspace?: string, text = 'A'): Promise<void> {
        clock.advance(1_000);
        const expected_revision = (await shared.load(session))?.record.plan?.revision ?? 0;
        const configuration = { planning: true, subtasks: false };
        const steps = [{ id: 'a', description: text, status: 'pending' as const }];
        const result = await window.service.execute({
          ...{ kind: 'guest_call', session, turn_id: 'turn', call_id: ids.uuid() },
          origin: {
            coworker: 'chat',
            configuration,
            ...(workspace !== undefined && { workspace }),
          },
          command: { name: 'update_plan', input: { expected_revision, steps } },
        });
        assert.equal(result.isError, false);
      },
      remove: (session: SessionKey) => shared.remove(session),
      /** Hidden from this window, as if it were in the trash; it comes back as it was. */
      trashed: new Set<SessionKey>(),
    };
    const store: PlanStore = {
      ...(Object.fromEntries(
        (['append', 'recordedCall', 'removedSteps', 'events', 'remove', 'close'] as const).map(
          (name) => [name, shared[name].bind(shared)],
        ),
      ) as unknown as PlanStore),
      load: async (session) => {
        window.loads += 1;
        await window.gate;
        if (window.failure) throw window.failure;
        if (broken.has(session)) throw new PlanError('store_unavailable', 'It is damaged.');
        return window.trashed.has(session) ? undefined : shared.load(session);
      },
      list: async (filter, page) => {
        window.lists += 1;
        await window.gate;
        if (window.failure) throw window.failure;
        const { sessions, unreadable: none, ...next } = await shared.list(filter, page);
        const damaged = sessions.filter(({ key }) => broken.has(key));
        return {
          sessions: sessions.filter(({ key }) => !broken.has(key)),
          unreadable: [
            ...none,
            ...(page.after === undefined ? unreadable : []),
            ...damaged.map(({ key }) => ({ location: key, reason: sentence`damaged` })),
          ],
          ...next,
        };
      },
      watch: (listener) => {
        listeners.add(listener);
        return shared.watch(listener);
      },
    };
    return window;
  };

  return {
    here: openWindow(),
    there: openWindow(),
    broken,
    /** As the platform does it where it knows only that something may have changed. */
    tell(session: SessionKey): void {
      for (const listener of listeners) listener(session);
    },
    /** Everything that can be read, newest first. */
    async stored(): Promise<SessionSummary[]> {
      const sessions: SessionSummary[] = [];
      let after: string | undefined;
      do {
        const place = after === undefined ? {} : { after };
        const page = await shared.list({}, { limit: 1_000, ...place });
        sessions.push(...page.sessions.filter(({ key }) => !broken.has(key)));
        after = page.next;
      } while (after !== undefined);
      return sessions;
    },
  };
}
