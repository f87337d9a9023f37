import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { McpBench } from '../server/mcpBench';
import type { ServerProcess } from '../server/serverProcess';

const SESSION = 'mcp-session-id';

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: { readonly uri?: string };
}

/** For programs that test MCP over HTTP alone: each session of theirs is a process of our server. */
export class HttpBridge {
  readonly #bench: McpBench;
  /** Resources that such a program asks for by a name of its own. */
  readonly #names: Readonly<Record<string, string>>;
  readonly #server: Server;
  readonly #sessions = new Map<string, ServerProcess>();

  private constructor(bench: McpBench, names: Readonly<Record<string, string>>) {
    this.#bench = bench;
    this.#names = names;
    this.#server = createServer((request, response) => {
      const answer = async () => {
        if (request.method !== 'POST') {
          response.writeHead(405, { allow: 'POST' }).end();
          return;
        }
        const message = JSON.parse(await text(request)) as Message;
        const id = String(request.headers[SESSION] ?? randomUUID());
        const server = this.#serverOf(id);
        server.write(this.#renamed(message));
        if (message.id === undefined) {
          response.writeHead(202).end();
          return;
        }
        const heard = await server.until((one) => one.id === message.id && !one.method);
        response.writeHead(200, { 'content-type': 'application/json', [SESSION]: id });
        response.end(JSON.stringify(heard));
      };
      answer().catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  static async over(
    bench: McpBench,
    names: Readonly<Record<string, string>> = {},
  ): Promise<HttpBridge> {
    const bridge = new HttpBridge(bench, names);
    bridge.#server.listen(0, '127.0.0.1');
    await once(bridge.#server, 'listening');
    return bridge;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #renamed(message: Message): Message {
    const { params } = message;
    const uri = this.#names[params?.uri ?? ''];
    return uri === undefined ? message : { ...message, params: { ...params, uri } };
  }

  #serverOf(id: string): ServerProcess {
    const server = this.#sessions.get(id) ?? this.#bench.launch(['--session', 'conformance']);
    this.#sessions.set(id, server);
    return server;
  }
}
