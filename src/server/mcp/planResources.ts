import { planMarkdown } from '../../domain/planMarkdown';
import type { PlanReader, SessionSnapshot } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Disposable } from '../../service/ports';
import { toWireSnapshot } from '../../agent/wireSession';

interface PlanResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: (session: SessionKey, snapshot: SessionSnapshot | undefined) => string;
}

/** The plan of the conversation, to read and to follow. */
export const PLAN_RESOURCES: readonly PlanResource[] = [
  {
    uri: 'plan://current',
    name: 'Current plan',
    description: 'The plan of this conversation with its revision, as JSON.',
    mimeType: 'application/json',
    text: (sessionId, snapshot) =>
      JSON.stringify(snapshot ? toWireSnapshot(snapshot) : { sessionId, plan: null }),
  },
  {
    uri: 'plan://current.md',
    name: 'Current plan as Markdown',
    description: 'The plan of this conversation as a checklist.',
    mimeType: 'text/markdown',
    text: (_session, snapshot) => planMarkdown(snapshot?.title ?? '', snapshot?.plan ?? null),
  },
];

/** Tells of each resource that a client subscribed to when the plan of its conversation may be another one. */
export class PlanSubscriptions {
  readonly #subscribed = new Set<string>();
  readonly #watches: readonly Disposable[];

  constructor(
    reader: Pick<PlanReader, 'onDidCommit' | 'onDidChangeElsewhere'>,
    current: () => SessionKey,
    updated: (uri: string) => void,
  ) {
    const changed = (session: SessionKey) => {
      if (session !== current()) return;
      for (const uri of this.#subscribed) updated(uri);
    };
    this.#watches = [
      reader.onDidCommit(({ session }) => {
        changed(session);
      }),
      reader.onDidChangeElsewhere(changed),
    ];
  }

  add(uri: string): void {
    this.#subscribed.add(uri);
  }

  remove(uri: string): void {
    this.#subscribed.delete(uri);
  }

  dispose(): void {
    for (const watch of this.#watches) watch.dispose();
  }
}
