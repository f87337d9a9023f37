import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from '../domain/planFixtures';
import { ServerProcess } from './serverProcess';

export const TOKEN = 'a-token-that-nobody-guesses';

interface Turn {
  readonly sessionId: string;
  readonly turnId: string;
}

/** Servers for programs, each a process, over one folder. */
export class ServerBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'session-plans-server-'));
  readonly running: ServerProcess[] = [];

  get store(): string {
    return `sqlite:${this.folder}`;
  }

  start(): ServerProcess {
    const server = new ServerProcess(['--stdio', '--store', this.store]);
    this.running.push(server);
    return server;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.running.splice(0).map((server) => server.dispose()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A session with a turn in it. */
export async function planned(server: ServerProcess): Promise<Turn> {
  const { sessionId } = await server.result('session/create', { coworker: 'planner' });
  const { turnId } = await server.result('turn/start', { sessionId });
  return { sessionId, turnId } as Turn;
}

/** The call that replaces the plan of this revision. */
export function update(turn: Turn, revision: number): object {
  return {
    ...{ ...turn, callId: `c${String(revision)}`, name: 'update_plan' },
    arguments: { expected_revision: revision, steps: [step(`s${String(revision)}`)] },
  };
}
