import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, introduced, NO_HOST } from '../server/mcpBench';
import { ServerProcess } from '../server/serverProcess';
import { installedTool } from '../realAgents/installedTool';
import { KNOWN_PEERS, type KnownPeer, type PeerCall } from './knownPeers';

export interface McpPeer {
  readonly name: string;
  readonly server: ServerProcess;
  /** So many calls it takes to replace a list. */
  readonly calls: number;
  /** Puts a list of twelve, with this mark in each text, in the place of the one before, or, where that cannot be, beside it. */
  readonly replace: (mark: string) => Promise<void>;
}

/** Other servers that keep lists, warm and with a list each; none needs an account or a model for that. */
export function startPeers(folder: string, node: string): Promise<McpPeer[]> {
  return Promise.all(KNOWN_PEERS.map((peer) => startPeer(peer, folder, node)));
}

/** Its files are in a folder of its own below this one. */
export async function startPeer(peer: KnownPeer, folder: string, node: string): Promise<McpPeer> {
  const { tool, make, replace } = peer;
  const home = join(folder, tool.package.replaceAll('/', '_'));
  mkdirSync(home);
  const file = await installedTool(tool);
  peer.prepare?.(home, file);
  const env = { ...NO_HOST, ...peer.env?.(home) };
  const server = peer.isProgram
    ? new ServerProcess(['start'], env, 'mcp', file, home)
    : new ServerProcess([], env, file, node, home);
  await introduced(server, 'bench');
  const answered = async (calls: readonly PeerCall[]) => {
    for (const [name, args] of calls) {
      const { isError, content } = await callTool(server, name, args);
      if (isError) throw new Error(`${tool.package}: ${content[0]?.text ?? ''}`);
    }
    server.heard.length = 0;
  };
  try {
    await answered((make ?? replace)('', home));
    await answered(replace('', home));
  } catch (error) {
    await server.dispose();
    throw error;
  }
  return {
    ...{ name: tool.package, server, calls: replace('', home).length },
    replace: (mark) => answered(replace(mark, home)),
  };
}
