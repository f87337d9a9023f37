import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { SessionConfiguration } from '../domain/session';
import { toolsOfMode, unknownTools } from '../domain/toolset';
import { DEFAULT_CHAT_TOOLS } from './contributions';

const SECTION = 'sessionPlans';

/** What a person may set; a value that does not fit counts as not set. */
const settingsSchema = z.object({
  /** False takes the tools out of the catalogue; a tool that is called all the same says so. */
  enabled: z.catch(z.boolean(), true),
  /** The tools that agents are offered in chat; a name that is none is reported (settingsProblem). */
  tools: z.catch(z.array(z.string()), [...DEFAULT_CHAT_TOOLS]),
  subtasks: z.catch(z.boolean(), false),
  singleInProgress: z.catch(z.enum(['convention', 'strict']), 'convention'),
});
export type Settings = z.infer<typeof settingsSchema>;

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration(SECTION);
  const names = Object.keys(settingsSchema.shape);
  return settingsSchema.parse(Object.fromEntries(names.map((name) => [name, section.get(name)])));
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

/** What is wrong with the settings, as a sentence for the person who wrote them. */
export function settingsProblem(settings: Settings): string | undefined {
  const unknown = unknownTools(settings.tools, settings);
  if (unknown.length === 0) return undefined;
  const needSubtasks = new Set<string>(toolsOfMode({ subtasks: true }));
  const onlyWithSubtasks = unknown.every((name) => needSubtasks.has(name));
  return onlyWithSubtasks
    ? vscode.l10n.t(
        'The setting sessionPlans.tools names {0}, which needs the setting sessionPlans.subtasks. Allowed without it: {1}.',
        unknown.join(', '),
        toolsOfMode(settings).join(', '),
      )
    : vscode.l10n.t(
        'The setting sessionPlans.tools names {0}, which is no planning tool. Allowed: {1}.',
        unknown.join(', '),
        toolsOfMode(settings).join(', '),
      );
}
