import * as vscode from 'vscode';
import type { PlanReader } from '../service/planReader';
import type { SessionKey } from '../service/planStore';

/** The session that the panel and the status bar show: the one that last called a tool. */
export class CurrentSession implements vscode.Disposable {
  #key: SessionKey | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  key(): SessionKey | undefined {
    return this.#key;
  }

  show(key: SessionKey): void {
    if (key === this.#key) return;
    this.#key = key;
    this.#changed.fire();
  }

  /** After a reload: the session of this workspace that changed last, unless a call was first. */
  async restore(reader: PlanReader, workspace: string | undefined): Promise<void> {
    const filter = workspace === undefined ? {} : { workspace };
    const { sessions } = await reader.list(filter, { limit: 100 });
    const latest = sessions.find((session) => session.workspace === workspace);
    if (latest && this.#key === undefined) this.show(latest.key);
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
