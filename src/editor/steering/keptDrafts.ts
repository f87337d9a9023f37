import type { Memento } from 'vscode';
import { type Draft, draftSchema } from '../../domain/steering/draft';
import type { SessionKey } from '../../service/planStore';

const PREFIX = 'sessionPlans.draft:';

/** The drafts of this workspace, kept by the editor under the session that each is for. */
export class KeptDrafts {
  readonly #memento: Memento;
  /** As they are now, whenever they come to be written. */
  readonly #known = new Map<SessionKey, Draft | null>();

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get(session: SessionKey): Draft | null {
    const known = this.#known.get(session);
    if (known !== undefined) return known;
    const parsed = draftSchema.safeParse(this.#memento.get(PREFIX + session));
    const draft = parsed.success ? afterRestart(parsed.data) : null;
    this.#known.set(session, draft);
    return draft;
  }

  set(session: SessionKey, draft: Draft | null): void {
    this.#known.set(session, draft);
    void this.#memento.update(PREFIX + session, draft ?? undefined);
  }
}

/** Whoever was to tell of the end of the answer is gone. */
function afterRestart(draft: Draft): Draft {
  return draft.sent ? { ...draft, sent: { ...draft.sent, answered: true } } : draft;
}
