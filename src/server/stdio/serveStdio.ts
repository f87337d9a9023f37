import type { Log } from '../../service/ports';
import { SessionServer, type SessionServerOptions } from '../sessionServer';
import { RpcConnection } from './rpcConnection';

export interface StdioOptions extends SessionServerOptions {
  readonly coworkerInfos: readonly object[];
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly log: Log;
  /** Resolves when no more requests are to be taken. */
  readonly stopped: Promise<void>;
}

/** Serves the process that has our standard input and output; resolves when all that it asked is answered. */
export async function serveStdio({
  service,
  coworkers,
  ids,
  coworkerInfos,
  serverInfo,
  log,
  stopped,
}: StdioOptions): Promise<void> {
  const server = new SessionServer({ service, coworkers, ids });
  const connection = new RpcConnection(process.stdout, {
    ...{ server, serverInfo, log },
    coworkers: coworkerInfos,
  });
  await connection.serve(process.stdin, stopped);
}
