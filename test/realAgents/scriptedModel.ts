import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that the model makes, by the name of our tool. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: object;
}

/** What the model answers: a call, or a text. */
export type ScriptedReply = ScriptedCall | string;

/** A request as the model saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly body: string;
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
}

interface OfferedTool {
  readonly name?: string;
  readonly function?: { readonly name: string };
  readonly tools?: readonly OfferedTool[];
}

interface ModelRequest {
  readonly tools?: readonly OfferedTool[];
  readonly stream?: boolean;
}

type Wire = (reply: ScriptedReply, request: ModelRequest, id: string) => readonly string[];

/**
 * A model on this machine that answers as it was told, in the words of three providers. Requests that are
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

function namesOf(tools: readonly OfferedTool[]): string[] {
  return tools.flatMap((tool) => [
    ...(tool.name === undefined ? [] : [tool.name]),
    ...(tool.function ? [tool.function.name] : []),
    ...namesOf(tool.tools ?? []),
  ]);
}

/** The tool as this host calls it. */
function hostName(tools: readonly OfferedTool[], name: string): string {
  return namesOf(tools).find((offered) => offered.endsWith(name)) ?? name;
}

function sse(data: object, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

const responses: Wire = (reply, { tools = [] }, id) => {
  const space = tools.find((tool) => tool.tools?.some((inner) => inner.name === 'update_plan'));
  const item =
    typeof reply === 'string'
      ? {
          ...{ type: 'message', role: 'assistant', id: `msg_${id}` },
          content: [{ type: 'output_text', text: reply }],
        }
      : {
          ...{ type: 'function_call', id: `fc_${id}`, call_id: `call_${id}` },
          ...(space
            ? { namespace: space.name, name: reply.name }
            : { name: hostName(tools, reply.name) }),
          arguments: JSON.stringify(reply.arguments),
        };
  const usage = {
    input_tokens: 1,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: 2,
  };
  return [
    sse({ type: 'response.created', response: { id } }, 'response.created'),
    sse({ type: 'response.output_item.done', output_index: 0, item }, 'response.output_item.done'),
    sse({ type: 'response.completed', response: { id, usage } }, 'response.completed'),
  ];
};

const messages: Wire = (reply, { tools = [] }, id) => {
  const isText = typeof reply === 'string';
  const block = isText
    ? { type: 'text', text: '' }
    : { type: 'tool_use', id: `toolu_${id}`, name: hostName(tools, reply.name), input: {} };
  const delta = isText
    ? { type: 'text_delta', text: reply }
    : { type: 'input_json_delta', partial_json: JSON.stringify(reply.arguments) };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted-1',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: isText ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage,
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => sse(event, event.type));
};

const chat: Wire = (reply, { tools = [] }, id) => {
  const isText = typeof reply === 'string';
  const delta = isText
    ? { role: 'assistant', content: reply }
    : {
        role: 'assistant',
        tool_calls: [
          {
            ...{ index: 0, id: `call_${id}`, type: 'function' },
            function: {
              name: hostName(tools, reply.name),
              arguments: JSON.stringify(reply.arguments),
            },
          },
        ],
      };
  const chunk = { id, object: 'chat.completion.chunk', created: 1, model: 'scripted-1' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const finish_reason = isText ? 'stop' : 'tool_calls';
  return [
    sse({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }),
    sse({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage }),
    'data: [DONE]\n\n',
  ];
};

const WIRES: Readonly<Record<string, Wire>> = {
  '/responses': responses,
  '/messages': messages,
  '/chat/completions': chat,
};
