import type { Writable } from 'node:stream';
import type { Log } from '../service/ports';

/** A line for each message, with the stack of an error behind it. */
export function standardLog(output: Writable = process.stderr): Log {
  const write = (level: string, message: string) => {
    output.write(`${level}: ${message}\n`);
  };
  return {
    info: (message) => {
      write('info', message);
    },
    warn: (message) => {
      write('warning', message);
    },
    error: (message, error) => {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error ?? '');
      write('error', stack === '' ? message : `${message} ${stack}`);
    },
  };
}
