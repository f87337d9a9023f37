import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { PlanError } from '../../domain/planError';
import { everySession } from '../../service/everySession';
import type { PlanReader } from '../../service/planReader';
import type { Clock } from '../../service/ports';
import type { StoreMaintenance, VerifySummary } from '../../service/storeMaintenance';

/** So long are plans looked through for damage. */
const VERIFY_MS = 2_000;
const COPILOT = 'GitHub.copilot-chat';

const settingSchema = z.object({
  default: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  items: z.optional(z.object({ enum: z.optional(z.array(z.unknown())) })),
});
type Setting = z.infer<typeof settingSchema>;

/** What is read of package.json. */
export const manifestSchema = z.object({
  version: z.string(),
  bugs: z.object({ url: z.string() }),
  contributes: z.object({
    configuration: z.object({ properties: z.record(z.string(), settingSchema) }),
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Counts of plans; never what is in them. */
export interface PlanNumbers {
  readonly store: string;
  readonly sessions: number;
  readonly unreadable: number;
  readonly revisions: number;
  readonly verified: VerifySummary;
}

export interface IssueFacts {
  readonly version: string;
  readonly editor: readonly string[];
  readonly system: readonly string[];
  readonly settings: readonly string[];
  /** A kind of error where the store cannot be read. */
  readonly plans: PlanNumbers | string;
}

export interface IssueFactsDeps {
  readonly manifest: Manifest;
  readonly reader: PlanReader;
  readonly maintenance: () => Promise<StoreMaintenance>;
  readonly clock: Clock;
}

/**
 * What may be told to strangers: numbers, versions, and words out of lists that are known here. Whatever
 * else somebody could have put in its place is told as `other`.
 */
export async function issueFacts(deps: IssueFactsDeps): Promise<IssueFacts> {
  const copilot = vscode.extensions.getExtension<unknown>(COPILOT)?.packageJSON as unknown;
  return {
    version: versionText(deps.manifest.version),
    editor: [
      oneOf(EDITORS, vscode.env.appName),
      versionText(vscode.version),
      vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop',
      ...(vscode.env.remoteName === undefined
        ? []
        : [`remote ${oneOf(REMOTES, vscode.env.remoteName)}`]),
      ...(copilot
        ? [`Copilot Chat ${versionText((copilot as { version?: unknown }).version)}`]
        : []),
    ],
    system: machine(),
    settings: changedSettings(deps.manifest),
    plans: await planNumbers(deps),
  };
}

function machine(): string[] {
  if (typeof process === 'undefined') return ['browser'];
  return [process.platform, process.arch, `Node ${process.versions.node}`];
}

const EDITORS: readonly string[] = [
  ...['Visual Studio Code', 'Visual Studio Code - Insiders', 'VSCodium', 'Code - OSS'],
  ...['code-server', 'Cursor', 'Windsurf', 'Positron', 'GitHub Codespaces'],
];
const REMOTES: readonly string[] = [
  ...['ssh-remote', 'wsl', 'dev-container', 'attached-container', 'codespaces', 'tunnel'],
];

function oneOf(known: readonly string[], text: string): string {
  return known.includes(text) ? text : 'other';
}

function versionText(version: unknown): string {
  const isVersion = typeof version === 'string' && /^\d{1,5}(?:\.\d{1,10}){1,3}$/.test(version);
  return isVersion ? version : 'other';
}

/** Those that are not at their default; a value that anybody could have made up is not told. */
function changedSettings({ contributes }: Manifest): string[] {
  const { properties } = contributes.configuration;
  return Object.entries(properties).flatMap(([name, setting]) => {
    const value = vscode.workspace.getConfiguration().get<unknown>(name);
    const isDefault = JSON.stringify(value) === JSON.stringify(setting.default);
    return isDefault ? [] : [`${name}: ${valueText(value, setting)}`];
  });
}

function valueText(value: unknown, setting: Setting): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (setting.enum?.includes(value)) return String(value);
  const items = setting.items?.enum;
  if (!items || !Array.isArray(value)) return 'changed';
  return `[${value.map((item) => (items.includes(item) ? String(item) : 'other')).join(', ')}]`;
}

async function planNumbers(deps: IssueFactsDeps): Promise<PlanNumbers | string> {
  const { reader, maintenance, clock } = deps;
  try {
    const store = await maintenance();
    const { sessions, unreadable } = await everySession(reader);
    const end = clock.now() + VERIFY_MS;
    const signal = {
      get cancelled() {
        return clock.now() > end;
      },
    };
    return {
      store: oneOf(['sqlite', 'memory', 'postgres', 'redis'], store.store),
      sessions: sessions.length,
      unreadable: unreadable.length,
      revisions: sessions.reduce((sum, { revision }) => sum + revision, 0),
      verified: await store.verify({ signal }),
    };
  } catch (error) {
    // A store that cannot be read is a reason to report, not to fail.
    return PlanError.is(error) ? error.code : 'other';
  }
}
