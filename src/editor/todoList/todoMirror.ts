import type { PlanReader } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { ToolToken } from '../review/nativeCard';
import {
  hasTodoList,
  readTodoLines,
  todoLines,
  toTodoItems,
  writeTodoItems,
} from './nativeTodoList';

export interface TodoMirrorDeps {
  readonly reader: Pick<PlanReader, 'snapshot'>;
  readonly log: Log;
  /** By the settings of the moment. */
  readonly isOn: () => boolean;
}

interface Call {
  readonly token: ToolToken;
}

/**
 * Repeats the plan of a chat in the editor's own todo list, which agent mode shows the model with every
 * message (C28). Nothing waits for it, and what goes wrong changes nothing: the next call tries again.
 */
export class TodoMirror {
  readonly #deps: TodoMirrorDeps;
  /** The chats that are being written, each with the call that came last. */
  readonly #running = new Map<SessionKey, Call>();
  /** The revision that the list of a chat was last made to say. */
  readonly #written = new Map<SessionKey, number>();

  constructor(deps: TodoMirrorDeps) {
    this.#deps = deps;
  }

  /** After a call in this chat was answered; `token` is that of the call. Of many at once the last one counts. */
  called(session: SessionKey, token: ToolToken): void {
    // Without a token the editor cannot tell whose list is meant.
    if ((token as unknown) === undefined || !this.#deps.isOn() || !hasTodoList()) return;
    const isRunning = this.#running.has(session);
    const call = { token };
    this.#running.set(session, call);
    if (!isRunning) void this.#run(session, call);
  }

  async #run(session: SessionKey, call: Call): Promise<void> {
    await this.#mirror(session, call);
    const newest = this.#running.get(session) ?? call;
    if (newest === call) this.#running.delete(session);
    else await this.#run(session, newest);
  }

  async #mirror(session: SessionKey, { token }: Call): Promise<void> {
    try {
      const plan = (await this.#deps.reader.snapshot(session))?.plan;
      if (!plan) return;
      const items = toTodoItems(plan.steps);
      const written = this.#written.get(session);
      if (written === undefined || written === plan.revision) {
        // Stop and an edited message take the list away, so open steps are brought back; it may be another's by now.
        const isOpen = items.some(({ status }) => status !== 'completed');
        if (!isOpen || (await says(session, todoLines(items)))) return;
      }
      await writeTodoItems(items, token);
      this.#written.set(session, plan.revision);
    } catch (error) {
      // Stop ends the call, and whoever asks for the plan next has it mirrored again.
      if (error instanceof Error && error.name === 'Canceled') return;
      this.#deps.log.warn(
        `The plan could not be put into the editor's todo list: ${String(error)}`,
      );
    }
  }
}

async function says(session: SessionKey, lines: readonly string[]): Promise<boolean> {
  return (await readTodoLines(session)).join('\n') === lines.join('\n');
}
