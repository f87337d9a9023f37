import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { planBeginner, type PlanToolName } from '../../domain/planCommand';
import type { SessionConfiguration } from '../../domain/session';
import { registeredTools, toolsOfMode, unknownTools } from '../../domain/toolset';
import { DEFAULT_CHAT_TOOLS } from './contributions';
import { PANEL_LOCATIONS } from '../panel/panelLocations';

const SECTION = 'sessionPlans';

/** On what plans are kept; where a server is, only the secret storage of the editor knows. */
export const STORE_KINDS = ['sqlite', 'postgres', 'redis'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** What a person may set; a value that does not fit counts as not set and is reported. */
const settingsSchema = z.object({
  /** False takes the tools out of the catalogue; a tool that is called all the same says so. */
  enabled: z._default(z.boolean(), true),
  /** The tools that agents are offered in chat. */
  tools: z._default(z.array(z.string()), [...DEFAULT_CHAT_TOOLS]),
  subtasks: z._default(z.boolean(), false),
  singleInProgress: z._default(z.enum(['convention', 'strict']), 'convention'),
  /** Whether the editor's own todo list of a chat of agent mode repeats its plan. */
  mirrorTodoList: z._default(z.boolean(), true),
  /** What @plan tells the model of planning; null: the built-in words, empty: nothing. */
  guidance: z._default(z.nullable(z.string()), null),
  /** Whether @plan shows the plan of the moment to the model with every request. */
  inject: z._default(z.boolean(), true),
  /** Requests to the model after one message to @plan. */
  maxRounds: z._default(z.int().check(z.minimum(1)), 50),
  /** Tools that @plan runs in plan mode beside those that are known to read. */
  readOnlyTools: z._default(z.array(z.string()), []),
  /** Which of the two places the panel is offered in. */
  panelLocation: z._default(z.enum(PANEL_LOCATIONS), 'secondarySideBar'),
  density: z._default(z.enum(['comfortable', 'compact']), 'comfortable'),
  'store.kind': z._default(z.enum(STORE_KINDS), 'sqlite'),
  /** Whether people are told that a plan is completed or waits for them. */
  notifications: z._default(z.enum(['whenNotFocused', 'always', 'never']), 'whenNotFocused'),
  /** So many of the latest revisions are kept when a plan is compacted; 0: all. */
  'store.keepRevisions': z._default(z.int().check(z.minimum(0)), 0),
});
export type Settings = z.infer<typeof settingsSchema>;
type SettingName = keyof Settings;

const SETTING_NAMES = Object.keys(settingsSchema.shape) as SettingName[];

export function readSettings(): Settings {
  const values = settingValues();
  const fitting = SETTING_NAMES.filter((name) => fits(name, values[name]));
  return settingsSchema.parse({
    ...Object.fromEntries(fitting.map((name) => [name, values[name]])),
    tools: toolNames(values.tools),
  });
}

export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) listener();
  });
}

/** How chats of agent mode plan: by the settings of the moment, not by those of their first call. */
export function chatConfiguration(settings: Settings): SessionConfiguration {
  const { enabled, tools, subtasks, singleInProgress } = settings;
  return { planning: enabled, subtasks, tools, single_in_progress: singleInProgress };
}

/** The tool with which an agent in chat can begin a plan; undefined where it is offered none. */
export function chatPlanTool(settings: Settings): PlanToolName | undefined {
  return planBeginner(registeredTools(chatConfiguration(settings)));
}

export interface SettingsProblem {
  /** The whole name of the setting. */
  readonly setting: string;
  /** A sentence for the person who wrote it. */
  readonly text: string;
}

export function settingsProblems(): SettingsProblem[] {
  const values = settingValues();
  const unfit = SETTING_NAMES.filter((name) => !fits(name, values[name])).map((name) => ({
    setting: `${SECTION}.${name}`,
    text:
      name === 'tools'
        ? vscode.l10n.t('The setting sessionPlans.tools is no list of tool names.')
        : vscode.l10n.t(
            'The setting {0} has a value that does not fit, so its default counts.',
            `${SECTION}.${name}`,
          ),
  }));
  return [...unfit, ...toolProblems(readSettings())];
}

/** Names that are no tools, and tools that need another setting: each is another thing to do. */
function toolProblems(settings: Settings): SettingsProblem[] {
  const unknown = unknownTools(settings.tools, { subtasks: true });
  const others = unknownTools(settings.tools, settings).filter((name) => !unknown.includes(name));
  const allowed = toolsOfMode(settings).join(', ');
  const texts = [
    unknown.length > 0 &&
      vscode.l10n.t(
        'The setting sessionPlans.tools names what is no planning tool: {0}. Allowed: {1}.',
        unknown.join(', '),
        allowed,
      ),
    others.length > 0 &&
      vscode.l10n.t(
        'The setting sessionPlans.tools names what needs the setting sessionPlans.subtasks: {0}. Allowed without it: {1}.',
        others.join(', '),
        allowed,
      ),
  ];
  return texts.flatMap((text) => (text === false ? [] : [{ setting: `${SECTION}.tools`, text }]));
}

function settingValues(): Record<SettingName, unknown> {
  const section = vscode.workspace.getConfiguration(SECTION);
  const values = SETTING_NAMES.map((name) => [name, section.get<unknown>(name)]);
  return Object.fromEntries(values) as Record<SettingName, unknown>;
}

function fits(name: SettingName, value: unknown): boolean {
  return settingsSchema.shape[name].safeParse(value).success;
}

/** As the `when` of the tools takes the list: the names that are in it, none where it is no list. */
function toolNames(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === 'string');
}
