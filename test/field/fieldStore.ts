import { randomUUID } from 'node:crypto';
import type { HostStoreSettings } from '../../src/host/hostStore';
import { createPlanHost, type PlanHost } from '../../src/host/planHost';
import type { SessionSummary } from '../../src/service/planStore';
import { fakeLog } from '../support/fakeLog';
import { WASM_FILE } from '../support/sqliteFolder';
import type { AgentCall } from '../extension/product';
import { runServer } from '../server/serverProcess';

/** The store in use, seen by another process: this one, and the stand-alone server. */
export class FieldStore {
  #settings: HostStoreSettings;
  #host: PlanHost | undefined;

  constructor(private readonly folder: string) {
    this.#settings = { kind: 'sqlite', folder };
  }

  get address(): string {
    return 'url' in this.#settings ? this.#settings.url : `sqlite:${this.folder}`;
  }

  get isOnServer(): boolean {
    return 'url' in this.#settings;
  }

  get kind(): HostStoreSettings['kind'] {
    return this.#settings.kind;
  }

  async moveTo(settings: HostStoreSettings | undefined): Promise<void> {
    await this.close();
    this.#settings = settings ?? { kind: 'sqlite', folder: this.folder };
  }

  get service() {
    this.#host ??= createPlanHost({
      ...{ store: this.#settings, wasmFile: WASM_FILE },
      ...{ clock: { now: () => Date.now() }, log: fakeLog() },
    });
    return this.#host.service;
  }

  /** What another window does for an agent. */
  async call(session: string, { name, input }: AgentCall): Promise<string> {
    const { content } = await this.service.execute({
      ...{ kind: 'guest_call', session, turn_id: randomUUID(), call_id: randomUUID() },
      origin: { coworker: 'chat', configuration: { planning: true, subtasks: true } },
      command: { name, input } as never,
    });
    return content[0]?.text ?? '';
  }

  async sessions(): Promise<{ sessions: SessionSummary[]; unreadable: number }> {
    const sessions: SessionSummary[] = [];
    let [unreadable, after] = [0, undefined as string | undefined];
    do {
      const more = after === undefined ? {} : { after };
      const page = await this.service.list({}, { limit: 50, ...more });
      sessions.push(...page.sessions);
      unreadable += page.unreadable.length;
      after = page.next;
    } while (after !== undefined);
    return { sessions, unreadable };
  }

  /** By the stand-alone server; its output, or what is wrong. */
  async verb(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await runServer([...args, '--store', this.address]);
    if (code !== 0)
      throw new Error(`${args.join(' ')} ended with ${String(code)}: ${stdout}${stderr}`);
    return stdout;
  }

  async close(): Promise<void> {
    await this.#host?.dispose();
    this.#host = undefined;
  }
}
