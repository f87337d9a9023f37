import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SqlJs } from './sqlJs';

/**
 * sql.js with its WebAssembly, read by us: left to itself it answers a missing file with an unhandled
 * rejection, which ends a plain Node process. Nothing of it is loaded before this is called.
 */
export async function loadSqlJs(wasmFile: string): Promise<SqlJs> {
  const [{ default: initSqlJs }, wasm] = await Promise.all([import('sql.js'), readFile(wasmFile)]);
  const sqlJs = await initSqlJs({ wasmBinary: new Uint8Array(wasm).buffer });
  // A turn of the event loop for V8: the first commit took 139 ms where SQL began in the very turn in
  // which the module was ready, and 95 ms so.
  await setImmediate();
  return sqlJs;
}
