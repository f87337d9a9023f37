import { inspect } from 'node:util';
import type { Log } from '../service/ports';

const HIDDEN = '***';

/** Passwords that this process knows, so that no line of a log has one in it, whoever wrote it. */
export class SecretTexts {
  readonly #texts = new Set<string>();

  /** The one in this address, in every form in which it may be written. */
  learn(address: string): void {
    const raw = /\/\/[^/]*?:([^/]*)@/s.exec(address)?.[1] ?? '';
    for (const text of [raw, decoded(raw), encodeURIComponent(decoded(raw))])
      if (text !== '') this.#texts.add(text);
  }

  without(text: string): string {
    return [...this.#texts].reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
  }

  /** The log, which gets to see none of them. */
  outOf(log: Log): Log {
    return {
      info: (message) => {
        log.info(this.without(message));
      },
      warn: (message) => {
        log.warn(this.without(message));
      },
      error: (message, error) => {
        const said = inspect(error);
        const clean = this.without(said);
        if (said === clean) log.error(this.without(message), error);
        else log.error(`${this.without(message)} ${clean}`);
      },
    };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Written as it is, with a per cent sign of its own.
    return text;
  }
}
