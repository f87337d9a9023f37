import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SqlJs } from './sqlJs';
import { sqlJsFrom } from './sqlJsFrom';

export async function loadSqlJs(wasmFile: string): Promise<SqlJs> {
  const sqlJs = await sqlJsFrom(readFile(wasmFile));
  // A turn of the event loop for V8: the first commit took 139 ms where SQL began in the very turn in
  // which the module was ready, and 95 ms so.
  await setImmediate();
  return sqlJs;
}
