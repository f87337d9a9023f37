import { randomUUID } from 'node:crypto';
import { createPlanHost, type PlanHost } from '../../src/host/planHost';
import { fakeLog } from '../support/fakeLog';
import { WASM_FILE } from '../support/sqliteFolder';
import type { AgentCall } from './product';

/** Plans as other windows leave them in the storage of a workbench, without its agent and its time. */
export class StoredPlans {
  readonly #host: PlanHost;
  #ago = 0;

  constructor(folder: string) {
    const clock = { now: () => Date.now() - this.#ago };
    const store = { kind: 'sqlite', folder } as const;
    this.#host = createPlanHost({ store, wasmFile: WASM_FILE, clock, log: fakeLog() });
  }

  /** The key of a new chat whose agent made these calls so many minutes ago. */
  async chat(minutes: number, ...calls: readonly AgentCall[]): Promise<string> {
    const id = randomUUID();
    const session = `vscode-chat-session://local/${Buffer.from(id).toString('base64url')}`;
    this.#ago = minutes * 60_000;
    for (const { name, input } of calls) {
      const { isError, content } = await this.#host.service.execute({
        ...{ kind: 'guest_call', session, turn_id: id, call_id: randomUUID() },
        origin: { coworker: 'chat', configuration: { planning: true, subtasks: true } },
        command: { name, input } as never,
      });
      if (isError) throw new Error(content[0]?.text);
    }
    return session;
  }

  dispose(): Promise<void> {
    return this.#host.dispose();
  }
}
