import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Disposable } from '../../service/ports';

const MEMENTO = 'sessionPlans.copiedPlans';
const rememberedSchema = z.lazy(() => z.record(z.string(), z.number()));
/** The oldest ones are forgotten first, and then offered again. */
const MOST = 200;

/** Which plans other chats have gone on with, and at which revision: such a plan is not stranded. */
export class CopiedPlans implements Disposable {
  readonly #memento: vscode.Memento;
  readonly #listener: Disposable;

  constructor(memento: vscode.Memento, reader: Pick<PlanReader, 'onDidCommit'>) {
    this.#memento = memento;
    this.#listener = reader.onDidCommit(({ session, events }) => {
      for (const { type, data } of events) {
        if (type === 'session_adopted' && data.from !== session)
          this.#note(data.from, data.revision);
        if (type === 'session_created' && data.forked_from)
          this.#note(data.forked_from.session, data.forked_from.revision);
      }
    });
  }

  isCopied(session: SessionKey, revision: number): boolean {
    return (this.#remembered()[session] ?? 0) >= revision;
  }

  dispose(): void {
    this.#listener.dispose();
  }

  #note(session: SessionKey, revision: number): void {
    const { [session]: before = 0, ...others } = this.#remembered();
    const kept = Object.entries(others).slice(1 - MOST);
    const noted = Object.fromEntries([...kept, [session, Math.max(before, revision)]]);
    // Only a hint: where it is lost, a plan is offered once more.
    void this.#memento.update(MEMENTO, noted);
  }

  #remembered(): Record<SessionKey, number> {
    const parsed = rememberedSchema.safeParse(this.#memento.get(MEMENTO));
    return parsed.success ? parsed.data : {};
  }
}
