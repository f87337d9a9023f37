import type { Log } from '../../src/service/ports';

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly error?: unknown;
}

export interface FakeLog extends Log {
  readonly entries: readonly LogEntry[];
}

/** Keeps what was logged. */
export function fakeLog(): FakeLog {
  const entries: LogEntry[] = [];
  return {
    entries,
    info: (message) => void entries.push({ level: 'info', message }),
    warn: (message) => void entries.push({ level: 'warn', message }),
    error: (message, error) => void entries.push({ level: 'error', message, error }),
  };
}
