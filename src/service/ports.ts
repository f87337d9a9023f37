import type { TurnOwner } from '../domain/turn';

/** What the service needs from its surroundings; composition roots hand in the real ones. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface IdMaker {
  /** A fresh UUID. */
  uuid(): string;
}

/** SHA-256 of a text, in hex. */
export type Digest = (text: string) => string;

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** For bugs and failures: the error's stack goes to the log and nowhere else. */
  error(message: string, error?: unknown): void;
}

/** Read at the last moment before a commit: once true it stays true, and nothing is written. */
export interface CancelSignal {
  readonly cancelled: boolean;
}

export interface Disposable {
  dispose(): void;
}

/** This process as the owner of turns (domain/turn). */
export interface ProcessIdentity extends TurnOwner {
  /** Whether the process that owns a turn is still there; undefined when that cannot be told from here. */
  isAlive(owner: TurnOwner): boolean | undefined;
}

export const NEVER_CANCELLED: CancelSignal = { cancelled: false };

export function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
