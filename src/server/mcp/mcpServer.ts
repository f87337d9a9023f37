/* eslint-disable @typescript-eslint/no-deprecated -- `Server` is for uses like this one: the other class promises lists that change, and parses what tools are given with words of its own; and it alone has the name that a client gave at `initialize` */
import { ProtocolError, ProtocolErrorCode, SdkError, Server } from '@modelcontextprotocol/server';
import { planningGuidance } from '../../agent/guidance';
import { commandTable } from '../../domain/commands/commandTable';
import { cutAtGrapheme, utf8Bytes } from '../../domain/textLimits';
import type { PlanService } from '../../service/planService';
import type { IdMaker, Log } from '../../service/ports';
import { toolsOf } from '../../tools/allTools';
import type { Coworker } from '../coworkers';
import type { Conversation } from './conversation';
import { answerMcpCall } from './mcpCalls';
import { PLAN_RESOURCES, PlanSubscriptions } from './planResources';

export interface McpServerOptions {
  readonly service: PlanService;
  /** Whose tools and guidance these are; as `who` a session has the name of its client unless a person chose. */
  readonly coworker: Coworker;
  readonly isChosen: boolean;
  readonly conversation: Conversation;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly ids: IdMaker;
  readonly log: Log;
}

/** Some hosts show the first 2 KB, some the first sentence. */
const INSTRUCTION_BYTES = 1_500;
/** Hosts that look tools up on demand are asked to show these from the beginning, and no more. */
const ALWAYS_SHOWN: readonly string[] = ['update_plan', 'read_plan'];

/** The planning tools and the plan of one conversation over MCP (server.md). */
export function createMcpServer(options: McpServerOptions): Server {
  const { service, coworker, conversation, serverInfo, log } = options;
  const { configuration } = coworker;
  const tools = toolsOf(configuration);
  const instructions = planningGuidance(configuration);
  const turn_id = options.ids.uuid();
  const server = new Server(serverInfo, {
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {} },
    ...(instructions !== null && { instructions: shortened(instructions) }),
  });
  const client = () => server.getClientVersion()?.name.trim().slice(0, 64) || 'mcp';
  const current = () => conversation.current(client());

  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      ...{ name, description, inputSchema: { ...inputSchema, type: 'object' as const } },
      annotations: {
        readOnlyHint: !commandTable[name].changesPlan,
        // A plan can be looked at and taken back, and is nothing of the world: some hosts refuse without both.
        destructiveHint: false,
        openWorldHint: false,
      },
      ...(ALWAYS_SHOWN.includes(name) && { _meta: { 'anthropic/alwaysLoad': true } }),
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw invalid(`There is no tool ${JSON.stringify(params.name)} here.`);
    const who = options.isChosen ? coworker.id : client();
    return answerMcpCall(
      service,
      tool,
      {
        session: conversation.sessionOf(client(), mcpReq._meta),
        ...{ turn_id, id: mcpReq.id, input: params.arguments },
        origin: { coworker: who, configuration },
        signal: {
          get cancelled() {
            return isCancelled(mcpReq.signal);
          },
        },
      },
      log,
    );
  });

  server.setRequestHandler('prompts/list', () => ({ prompts: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/list', () => ({
    resources: PLAN_RESOURCES.map(({ uri, name, description, mimeType }) => ({
      ...{ uri, name, description, mimeType },
    })),
  }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    const { uri, mimeType, text } = resourceAt(params.uri);
    const session = current();
    return { contents: [{ uri, mimeType, text: text(session, await service.snapshot(session)) }] };
  });
  const subscriptions = new PlanSubscriptions(service, current, (uri) => {
    server.sendResourceUpdated({ uri }).catch((error: unknown) => {
      // Nobody is there any more who could be told.
      log.info(`A change of ${uri} could not be told: ${String(error)}`);
    });
  });
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscriptions.add(resourceAt(params.uri).uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscriptions.remove(resourceAt(params.uri).uri);
    return {};
  });
  server.onclose = () => {
    subscriptions.dispose();
  };
  return server;
}

/** A client that goes takes no call back: what it asked for is done, as if the answer had come in time. */
function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof SdkError);
}

function shortened(text: string): string {
  return cutAtGrapheme(text, (candidate) => utf8Bytes(candidate) <= INSTRUCTION_BYTES);
}

function resourceAt(uri: string) {
  const found = PLAN_RESOURCES.find((resource) => resource.uri === uri);
  if (found) return found;
  const known = PLAN_RESOURCES.map((resource) => resource.uri).join(', ');
  throw invalid(`There is no resource ${JSON.stringify(uri)} here, only ${known}.`);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
