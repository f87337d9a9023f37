/** A call that the model makes, by the name of our tool. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: object;
}

/** What the model answers: a call, or a text. */
export type ScriptedReply = ScriptedCall | string;

interface OfferedTool {
  readonly name?: string;
  readonly function?: { readonly name: string };
  readonly tools?: readonly OfferedTool[];
  /** As Gemini is told of tools. */
  readonly functionDeclarations?: readonly OfferedTool[];
}

export interface ModelRequest {
  readonly tools?: readonly OfferedTool[];
  readonly stream?: boolean;
}

type Wire = (reply: ScriptedReply, request: ModelRequest, id: string) => readonly string[];

export function namesOf(tools: readonly OfferedTool[]): string[] {
  return tools.flatMap((tool) => [
    ...(tool.name === undefined ? [] : [tool.name]),
    ...(tool.function ? [tool.function.name] : []),
    ...namesOf(tool.tools ?? []),
    ...namesOf(tool.functionDeclarations ?? []),
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

const generated: Wire = (reply, { tools = [] }, id) => {
  const part =
    typeof reply === 'string'
      ? { text: reply }
      : {
          functionCall: {
            id: `call_${id}`,
            name: hostName(tools, reply.name),
            args: reply.arguments,
          },
        };
  const candidate = {
    ...{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } },
  };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [sse({ candidates: [candidate], usageMetadata, modelVersion: 'scripted-1' })];
};

/** By what the path of a request ends with. */
export const WIRES: Readonly<Record<string, Wire>> = {
  '/responses': responses,
  '/messages': messages,
  '/chat/completions': chat,
  ':streamGenerateContent': generated,
};
