import * as z from 'zod/mini';
import { PROTOCOL_VERSION, type Answer } from './webviewMessages';

/** How long a request may stay open, in milliseconds, on the asking and on the answering side. */
export const REQUEST_TIMEOUT = 10_000;

/** Calls back once after so many milliseconds; the result stops it. */
export type StartTimer = (milliseconds: number, callback: () => void) => () => void;

interface Envelope {
  readonly kind: string;
  readonly id?: number;
  readonly answer?: Answer;
}

export interface ChannelPorts<Incoming extends Envelope> {
  /** What the other side may send. */
  readonly incoming: z.ZodMiniType<Incoming>;
  readonly post: (message: unknown) => void;
  /** A promise is the answer to a message that carries an id. Replies do not come here. */
  readonly handle: (message: Incoming) => Promise<Answer> | undefined;
  /** The other side speaks another version of the protocol; its message was dropped. */
  readonly onOtherVersion: () => void;
  readonly warn: (text: string, error?: unknown) => void;
  readonly startTimer: StartTimer;
}

const versionSchema = z.object({ v: z.number() });
const replySchema = z.object({ kind: z.literal('reply'), id: z.number() });

/**
 * One end of the line between host and view; both sides use this class. Messages of another version
 * or of no known form never reach the handler, and every request ends: with its answer or with an
 * error after `REQUEST_TIMEOUT`.
 */
export class MessageChannel<Incoming extends Envelope> {
  readonly #ports: ChannelPorts<Incoming>;
  readonly #open = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #closed = false;

  constructor(ports: ChannelPorts<Incoming>) {
    this.#ports = ports;
  }

  send(body: object): void {
    if (!this.#closed) this.#ports.post({ v: PROTOCOL_VERSION, ...body });
  }

  /** Never rejects: a request that cannot be answered resolves with an error. */
  request(body: object): Promise<Answer> {
    if (this.#closed) return Promise.resolve({ ok: false, error: 'closed' });
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const stopTimer = this.#ports.startTimer(REQUEST_TIMEOUT, () => {
        this.#settle(id, { ok: false, error: 'timeout' });
      });
      this.#open.set(id, (answer) => {
        stopTimer();
        resolve(answer);
      });
      this.send({ ...body, id });
    });
  }

  receive(data: unknown): void {
    if (this.#closed) return;
    const version = versionSchema.safeParse(data);
    if (version.success && version.data.v !== PROTOCOL_VERSION) {
      this.#ports.onOtherVersion();
      return;
    }
    const parsed = this.#ports.incoming.safeParse(data);
    if (!parsed.success) {
      const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      this.#ports.warn(`A malformed message was ignored. ${wrong.join('; ')}`);
      const reply = replySchema.safeParse(data);
      if (reply.success) this.#settle(reply.data.id, { ok: false, error: 'failed' });
      return;
    }
    this.#dispatch(parsed.data);
  }

  /** Fails what is still open; later messages are dropped. */
  dispose(): void {
    this.#closed = true;
    for (const id of [...this.#open.keys()]) this.#settle(id, { ok: false, error: 'closed' });
  }

  #dispatch(message: Incoming): void {
    const { kind, id, answer } = message;
    if (kind === 'reply') {
      if (id !== undefined && answer) this.#settle(id, answer);
      return;
    }
    const handled = this.#ports.handle(message);
    if (id !== undefined) this.#answer(id, handled);
  }

  #answer(id: number, answer: Promise<Answer> | undefined): void {
    let open = true;
    const reply = (value: Answer): void => {
      if (!open) return;
      open = false;
      stopTimer();
      this.send({ kind: 'reply', id, answer: value });
    };
    const stopTimer = this.#ports.startTimer(REQUEST_TIMEOUT, () => {
      reply({ ok: false, error: 'timeout' });
    });
    if (answer === undefined) {
      reply({ ok: false, error: 'failed' });
      return;
    }
    answer.then(reply, (error: unknown) => {
      this.#ports.warn('A request of the view failed.', error);
      reply({ ok: false, error: 'failed' });
    });
  }

  /** A late reply or one to an unknown request is dropped: its request has ended already. */
  #settle(id: number, answer: Answer): void {
    const resolve = this.#open.get(id);
    this.#open.delete(id);
    resolve?.(answer);
  }
}
