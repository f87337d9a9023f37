import { readFile } from 'node:fs/promises';
import type { SqlJs } from './sqlJs';

/**
 * sql.js with its WebAssembly, read by us: left to itself it answers a missing file with an unhandled
 * rejection, which ends a plain Node process. Nothing of it is loaded before this is called.
 */
export async function loadSqlJs(wasmFile: string): Promise<SqlJs> {
  const wasmBinary = new Uint8Array(await readFile(wasmFile));
  const { default: initSqlJs } = await import('sql.js');
  return initSqlJs({ wasmBinary: wasmBinary.buffer });
}
