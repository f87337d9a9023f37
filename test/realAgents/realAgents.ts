import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OTHER_AGENTS } from '../../src/editor/otherAgents/agentConfigurations';
import type { OtherAgent, ServerStart } from '../../src/editor/otherAgents/agentConfigurations';
import type { WantedTool } from './installedTool';

/** Where an agent runs: a home and a workspace of its own, and a model on this machine. */
export interface AgentPlace {
  readonly home: string;
  readonly modelUrl: string;
  readonly start: ServerStart;
}

export interface AgentRun {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RealAgent {
  readonly name: string;
  /** What it calls itself. */
  readonly client: string;
  readonly tool: WantedTool;
  /**
   * Puts what we copy for it where it looks, and says how it is run, in a conversation that it had before:
   * the one of this id, or, where it tells servers none, its last.
   */
  readonly run: (place: AgentPlace, prompt: string, resumed?: string) => AgentRun;
}

const PLATFORM = `${process.platform}-${process.arch}`;

/** What we copy for it. */
export function otherAgent(name: string): OtherAgent {
  const agent = OTHER_AGENTS.find((one) => one.name === name);
  if (!agent) throw new Error(`Nothing is copied for ${name}.`);
  return agent;
}

function copied(name: string, file: string, { start }: AgentPlace): string {
  writeFileSync(file, otherAgent(name).configuration(start));
  return file;
}

/** Four wire protocols, every way to name a conversation, and none. */
export const REAL_AGENTS: readonly RealAgent[] = [
  {
    ...{ name: 'Codex', client: 'codex-mcp-client' },
    tool: { package: '@openai/codex', version: '0.171.0', file: join('.bin', 'codex') },
    run: (place, prompt, resumed) => {
      mkdirSync(join(place.home, '.codex'), { recursive: true });
      copied('Codex', join(place.home, '.codex', 'config.toml'), place);
      const provider = `{name="lab",base_url="${place.modelUrl}/v1",wire_api="responses"}`;
      return {
        args: [
          ...['exec', '--skip-git-repo-check', '--json', '-m', 'scripted-1'],
          ...['-c', 'model_provider=lab', '-c', `model_providers.lab=${provider}`],
          ...['-c', 'analytics.enabled=false'],
          ...(resumed === undefined ? [prompt] : ['resume', resumed, prompt]),
        ],
        env: {},
      };
    },
  },
  {
    ...{ name: 'Claude Code', client: 'claude-code' },
    tool: {
      ...{ package: '@anthropic-ai/claude-code', version: '2.1.332' },
      file: join('@anthropic-ai', `claude-code-${PLATFORM}`, 'claude'),
    },
    run: (place, prompt, resumed) => ({
      args: [
        ...['-p', prompt, '--output-format', 'stream-json', '--verbose'],
        ...(resumed === undefined ? [] : ['--resume', resumed]),
        ...['--mcp-config', copied('Claude Code', join(place.home, 'mcp.json'), place)],
        ...['--allowedTools', 'mcp__plans'],
      ],
      env: {
        ...{ ANTHROPIC_BASE_URL: place.modelUrl, ANTHROPIC_API_KEY: 'dummy-local' },
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
  },
  {
    ...{ name: 'Copilot CLI', client: 'copilot-cli' },
    tool: {
      ...{ package: '@github/copilot', version: '1.0.102' },
      file: join('@github', `copilot-${PLATFORM}`, 'copilot'),
    },
    run: (place, prompt, resumed) => ({
      args: [
        ...(resumed === undefined ? [] : [`--resume=${resumed}`]),
        ...[
          '--additional-mcp-config',
          `@${copied('Copilot CLI', join(place.home, 'mcp.json'), place)}`,
        ],
        ...['--allow-tool', 'plans', '-s', '-p', prompt],
      ],
      env: {
        ...{ COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: `${place.modelUrl}/v1` },
        ...{ COPILOT_PROVIDER_API_KEY: 'dummy', COPILOT_MODEL: 'scripted-1' },
      },
    }),
  },
  {
    ...{ name: 'Gemini CLI', client: 'gemini-cli-mcp-client' },
    tool: {
      ...{ package: '@google/gemini-cli', version: '0.61.0', file: join('.bin', 'gemini') },
    },
    run: (place, prompt, resumed) => {
      const folder = join(place.home, '.gemini');
      mkdirSync(folder, { recursive: true });
      const settings = JSON.parse(otherAgent('Gemini CLI').configuration(place.start)) as object;
      const own = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
      };
      writeFileSync(join(folder, 'settings.json'), JSON.stringify({ ...own, ...settings }));
      return {
        args: [
          ...['-m', 'gemini-2.5-flash', '--skip-trust', '-o', 'stream-json'],
          ...(resumed === undefined ? [] : ['--resume', 'latest']),
          ...['-p', prompt],
        ],
        env: { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: place.modelUrl },
      };
    },
  },
  {
    ...{ name: 'opencode', client: 'opencode' },
    tool: {
      ...{ package: 'opencode-ai', version: '1.18.33' },
      file: join(`opencode-${PLATFORM}`, 'bin', 'opencode'),
    },
    run: (place, prompt, resumed) => {
      const folder = join(place.home, '.config', 'opencode');
      mkdirSync(folder, { recursive: true });
      const options = { baseURL: `${place.modelUrl}/v1`, apiKey: 'dummy' };
      const models = { 'scripted-1': { name: 'S', limit: { context: 200_000, output: 8_000 } } };
      const own = {
        ...{ model: 'lab/scripted-1', small_model: 'lab/scripted-1' },
        ...{ autoupdate: false, share: 'disabled' },
        provider: { lab: { npm: '@ai-sdk/openai-compatible', name: 'Lab', options, models } },
      };
      writeFileSync(join(folder, 'opencode.json'), JSON.stringify(own));
      copied('opencode', join(place.home, 'workspace', 'opencode.json'), place);
      return {
        args: [
          ...['run', '--format', 'json'],
          ...(resumed === undefined ? [] : ['--continue']),
          prompt,
        ],
        env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
      };
    },
  },
];
