import type { SqlJs } from './sqlJs';

/**
 * sql.js with its WebAssembly, read by us: left to itself it answers a missing file with an unhandled
 * rejection, which ends a plain Node process. Nothing of it is loaded before this is called.
 */
export async function sqlJsFrom(wasm: PromiseLike<Uint8Array>): Promise<SqlJs> {
  const [{ default: initSqlJs }, bytes] = await Promise.all([import('sql.js'), wasm]);
  return initSqlJs({ wasmBinary: new Uint8Array(bytes).buffer });
}
