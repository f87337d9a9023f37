/** How our server is started for an agent. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent that can keep its plans in a store of ours over MCP. */
export interface OtherAgent {
  readonly name: string;
  /** Where what is copied belongs, as a person finds it. */
  readonly file: string;
  /** It tells servers which conversation they are for, also when that goes on later. */
  readonly namesConversation: boolean;
  readonly configuration: (start: ServerStart) => string;
}

/** What the server is called there; tools are shown with it. */
const SERVER = 'plans';

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The form that most have, with what each needs beside. */
function mcpServers(
  before: object,
  after: object = {},
): (start: Pick<ServerStart, 'command' | 'args' | 'env'>) => string {
  return ({ command, args, env }) =>
    json({ mcpServers: { [SERVER]: { ...before, command, args, env, ...after } } });
}

/** In TOML; its basic strings are those of JSON. */
function codex({ command, args, env }: ServerStart): string {
  const variables = Object.entries(env).map(
    ([name, value]) => `${name} = ${JSON.stringify(value)}`,
  );
  const lines = [
    `[mcp_servers.${SERVER}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
    // Else it begins without the tools where they are not there at once, and asks for each call.
    'required = true',
    'default_tools_approval_mode = "approve"',
    ...(variables.length > 0 ? [`env = { ${variables.join(', ')} }`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function openCode({ command, args, env }: ServerStart): string {
  const server = { type: 'local', command: [command, ...args], environment: env, enabled: true };
  return json({ mcp: { [SERVER]: server } });
}

export const OTHER_AGENTS: readonly OtherAgent[] = [
  {
    ...{ name: 'Claude Code', file: '.mcp.json', namesConversation: true },
    configuration: mcpServers({ type: 'stdio' }, { alwaysLoad: true }),
  },
  {
    ...{ name: 'Codex', file: '~/.codex/config.toml', namesConversation: true },
    configuration: codex,
  },
  {
    // Without trust it offers the tools to nobody where it runs without a person.
    ...{ name: 'Gemini CLI', file: '~/.gemini/settings.json', namesConversation: false },
    configuration: mcpServers({}, { trust: true }),
  },
  {
    ...{ name: 'Cursor', file: '~/.cursor/mcp.json', namesConversation: false },
    configuration: mcpServers({}),
  },
  {
    ...{ name: 'Copilot CLI', file: '~/.copilot/mcp-config.json', namesConversation: true },
    configuration: mcpServers({ type: 'local' }, { tools: ['*'] }),
  },
  {
    ...{ name: 'Qwen Code', file: '~/.qwen/settings.json', namesConversation: true },
    configuration: mcpServers({}, { trust: true, alwaysLoadTools: true }),
  },
  {
    ...{ name: 'opencode', file: 'opencode.json', namesConversation: false },
    configuration: openCode,
  },
  {
    ...{ name: 'Cline', file: 'cline_mcp_settings.json', namesConversation: false },
    configuration: mcpServers({}, { disabled: false }),
  },
];
