import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { namesOf, WIRES, type ModelRequest, type ScriptedReply } from './modelWires';

/** A request as the model saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly body: string;
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
}

/**
 * A model on this machine that answers as it was told, in the words of four providers. Requests that are
 * not offered our tools (titles, summaries) are answered with a word and take nothing from the script.
 */
export class ScriptedModel {
  readonly seen: SeenRequest[] = [];
  #script: (ScriptedReply | (() => ScriptedReply))[] = [];
  readonly #server: Server;
  #ids = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      });
    });
  }

  static async start(): Promise<ScriptedModel> {
    const model = new ScriptedModel();
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What it answers next, in order; then the text `Done.` */
  script(...replies: readonly (ScriptedReply | (() => ScriptedReply))[]): void {
    this.seen.length = 0;
    this.#script = [...replies];
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = request.url ?? '';
    const wire = Object.entries(WIRES).find(([end]) => path.split('?')[0]?.endsWith(end))?.[1];
    if (!wire || request.method !== 'POST') {
      const list = { object: 'list', data: [{ id: 'scripted-1', object: 'model' }] };
      response.writeHead(path.endsWith('/models') ? 200 : 404, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(list));
      return;
    }
    const asked = JSON.parse(body) as ModelRequest;
    const tools = namesOf(asked.tools ?? []);
    this.seen.push({ path, body, tools });
    const isOurs = tools.some((name) => name.includes('update_plan'));
    const scripted = isOurs ? (this.#script.shift() ?? 'Done.') : 'A title';
    const reply = typeof scripted === 'function' ? scripted() : scripted;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(wire(reply, asked, `id${(this.#ids += 1)}`).join(''));
  }
}
