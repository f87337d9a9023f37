import * as vscode from 'vscode';
import type { PlanReader } from '../service/planReader';
import type { SessionKey } from '../service/planStore';

const MEMENTO = 'sessionPlans.currentSession';

/** The session that the panel and the status bar show: the one that last called a tool. */
export class CurrentSession implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  #key: SessionKey | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  key(): SessionKey | undefined {
    return this.#key;
  }

  show(key: SessionKey): void {
    if (key === this.#key) return;
    this.#key = key;
    // Only a hint: the store is the truth, so it need not have arrived anywhere.
    void this.#memento.update(MEMENTO, key);
    this.#changed.fire();
  }

  /** Something about the shown session may be other than what is on the screen. */
  recheck(): void {
    this.#changed.fire();
  }

  /**
   * After a reload: the session of this workspace that changed last, unless a call was first. Where
   * the store lists none but has some that cannot be read, the last one shown: it says what is wrong.
   */
  async restore(reader: PlanReader, workspace: string | undefined): Promise<void> {
    const filter = { workspace: workspace ?? null };
    const { sessions, unreadable } = await reader.list(filter, { limit: 1 });
    const last = unreadable.length > 0 ? this.#memento.get<SessionKey>(MEMENTO) : undefined;
    const key = sessions[0]?.key ?? last;
    if (key !== undefined && this.#key === undefined) this.show(key);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Names the workspace in a session: the workspace file, else the first folder. */
export function workspaceUri(): string | undefined {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString();
}
