import type { Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { Log } from '../service/ports';

/** A line for each message, with the stack of an error behind it. */
export function standardLog(output: Writable = process.stderr): Log {
  // That nobody reads it is no reason to end.
  output.on('error', () => undefined);
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
      write('error', error === undefined ? message : `${message} ${inspect(error)}`);
    },
  };
}
