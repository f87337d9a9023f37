import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { CommittedChange, PlanReader } from '../service/planReader';
import type { SessionKey } from '../service/planStore';
import type { Log } from '../service/ports';

const MEMENTO = 'sessionPlans.currentSession';
/** What this build left there; anything else is nothing. */
const rememberedSchema = z.lazy(() =>
  z.object({
    key: z.string(),
    chosen: z.boolean(),
    pinned: z.boolean(),
  }),
);

export interface CurrentSessionPorts {
  readonly memento: vscode.Memento;
  readonly reader: PlanReader;
  /** The workspace of this window. */
  readonly workspace: () => string | undefined;
  readonly log: Log;
}

interface Shown {
  readonly key: SessionKey | undefined;
  /** A person asked for it. */
  readonly chosen: boolean;
  readonly pinned: boolean;
}

const NOTHING: Shown = { key: undefined, chosen: false, pinned: false };

/**
 * The session that the panel and the status bar show: the one that a person chose or pinned, else the
 * one that an agent of this window used last.
 */
export class CurrentSession implements vscode.Disposable {
  readonly #ports: CurrentSessionPorts;
  /** Replaced by every change: who waited for the store sees whether anything happened meanwhile. */
  #shown = NOTHING;
  /** The session that is known to be stored, so that it can be gone. */
  #stored: SessionKey | undefined;
  #latest: SessionKey | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #rechecked = new vscode.EventEmitter<void>();
  readonly #listeners: { dispose(): void }[];

  /** Which session it is, or whether and why it stays. */
  readonly onDidChange = this.#changed.event;
  /** Something about the shown session may be other than what is on the screen. */
  readonly onDidRecheck = this.#rechecked.event;

  constructor(ports: CurrentSessionPorts) {
    this.#ports = ports;
    const last = this.#remembered();
    if (last.chosen || last.pinned) {
      this.#shown = last;
      this.#stored = last.key;
    }
    const { reader } = ports;
    this.#listeners = [
      reader.onDidCommit((change) => {
        this.#committed(change);
      }),
      reader.onDidChangeElsewhere((session) => void this.#changedElsewhere(session)),
    ];
  }

  key(): SessionKey | undefined {
    return this.#shown.key;
  }

  /** It stays on the screen, whatever else changes. */
  stays(): boolean {
    return this.#shown.chosen || this.#shown.pinned;
  }

  isPinned(): boolean {
    return this.#shown.pinned;
  }

  /** A person wants to see it, and to stay there. */
  show(key: SessionKey): void {
    const pinned = key === this.key() && this.#shown.pinned;
    this.#set({ key, chosen: true, pinned });
    void this.#look();
  }

  /** An agent of this window uses it. */
  called(key: SessionKey): void {
    this.#latest = key;
    if (this.stays() || key === this.key()) return;
    this.#set({ key, chosen: false, pinned: false });
    void this.#look();
  }

  /** From now on whichever is used last; where none was yet, the one that changed last. */
  async followLatest(): Promise<void> {
    const asked = this.#shown;
    const key = this.#latest;
    const latest = key === undefined ? undefined : await this.#ports.reader.summary(key);
    if (asked !== this.#shown) return;
    if (latest) this.#set({ key: latest.key, chosen: false, pinned: latest.pinned });
    else await this.#showNewest({ ...asked, chosen: false });
  }

  recheck(): void {
    this.#rechecked.fire();
  }

  /**
   * After a reload: the session that stayed, else the one of this workspace that changed last, unless a
   * call was first. Where the store lists none but has some that cannot be read, the last one shown: it
   * says what is wrong.
   */
  async restore(): Promise<void> {
    try {
      await this.#look();
      if (!this.stays() && this.#latest === undefined)
        await this.#showNewest(NOTHING, this.#remembered());
    } finally {
      this.recheck();
    }
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#changed.dispose();
    this.#rechecked.dispose();
  }

  #committed({ session, record }: CommittedChange): void {
    if (session !== this.key()) return;
    this.#stored = session;
    this.#set({ ...this.#shown, pinned: record.pinned ?? false });
  }

  async #changedElsewhere(session: SessionKey): Promise<void> {
    if (session !== this.key()) return;
    await this.#look();
    if (session === this.key()) this.recheck();
  }

  /** Whether it is still there and pinned. */
  async #look(): Promise<void> {
    const asked = this.#shown;
    const { key } = asked;
    if (key === undefined) return;
    try {
      const found = await this.#ports.reader.summary(key);
      if (asked !== this.#shown) return;
      if (found) {
        this.#stored = key;
        this.#set({ ...asked, pinned: found.pinned });
      } else if (key === this.#stored) this.#removed(key);
    } catch (error) {
      // The panel says what is wrong with it.
      this.#ports.log.warn(`The current plan could not be looked up: ${String(error)}`);
    }
  }

  /** Nobody wants to stay there any more; the chat in use keeps its place, without a plan. */
  #removed(key: SessionKey): void {
    this.#stored = undefined;
    this.#set({ key: this.#latest ?? key, chosen: false, pinned: false });
    if (key !== this.key()) void this.#look();
  }

  /** Of this workspace. Where there is none: `otherwise`, or another where some cannot be read. */
  async #showNewest(otherwise: Shown, ifUnreadable = otherwise): Promise<void> {
    const asked = this.#shown;
    const { reader, workspace } = this.#ports;
    const filter = { workspace: workspace() ?? null };
    const { sessions, unreadable } = await reader.list(filter, { limit: 1 });
    if (asked !== this.#shown) return;
    const [newest] = sessions;
    if (newest) {
      this.#stored = newest.key;
      this.#set({ key: newest.key, chosen: false, pinned: newest.pinned });
    } else this.#set(unreadable.length > 0 ? ifUnreadable : otherwise);
  }

  #set(shown: Shown): void {
    const { key, chosen, pinned } = shown;
    const before = this.#shown;
    if (key === before.key && chosen === before.chosen && pinned === before.pinned) return;
    this.#shown = shown;
    // Only a hint: the store is the truth, so it need not have arrived anywhere.
    void this.#ports.memento.update(MEMENTO, key === undefined ? undefined : shown);
    this.#changed.fire();
  }

  #remembered(): Shown {
    const parsed = rememberedSchema.safeParse(this.#ports.memento.get(MEMENTO));
    return parsed.success ? parsed.data : NOTHING;
  }
}

/** Names the workspace in a session: the workspace file, else the first folder. */
export function workspaceUri(): string | undefined {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}
