import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { installWorkbench } from './installWorkbench';
import { atExit } from './ownedProcesses';
import { PAGE_CONFIGURATION } from './patchWorkbench';
import { placeExtensions } from './placeExtensions';
import {
  changeSettings,
  createProfile,
  removeProfile,
  type Profile,
  type Settings,
} from './profile';
import type { WorkbenchEdition } from './workbenchEdition';
import { WorkbenchPage, type PageOptions } from './workbenchPage';
import { freePort, startServer, type WorkbenchServer } from './workbenchServer';

const COPILOT = 'GitHub.copilot-chat';

export interface WorkbenchOptions {
  /** Default: the newest. */
  readonly edition?: WorkbenchEdition;
  /** Folders (with a package.json) or .vsix packages; the scripted model is added by itself. */
  readonly extensions: readonly string[];
  readonly copilot: boolean;
  /** Opened as it is; default: an empty folder inside the profile. */
  readonly workspaceFolder?: string;
  /** Copied into the default workspace folder. */
  readonly workspaceFiles?: string;
  readonly settings?: Settings;
  readonly env?: Readonly<Record<string, string>>;
  /** Keeps the profile there after `stop`; default: a temporary one that `stop` removes. */
  readonly profileDir?: string;
  readonly port?: number;
  /** Merged into the configuration that every page of this server gets. */
  readonly pageConfiguration?: (port: number) => Readonly<Record<string, unknown>>;
}

export interface Workbench {
  readonly url: string;
  readonly port: number;
  readonly profile: Profile;
  readonly controlToken: string;
  openPage(options?: PageOptions): Promise<WorkbenchPage>;
  changeSettings(changes: Settings): void;
  /** Stops the server politely and starts it again on the same port and profile. */
  restartServer(): Promise<void>;
  /** kill -9 for the server and its extension hosts; `restartServer` brings them back. */
  kill(): Promise<void>;
  isRunning(): boolean;
  serverOutput(): string;
  stop(): Promise<void>;
}

export const scriptedModelFolder = join(
  __dirname,
  '..',
  '..',
  'extension',
  'fixtures',
  'scriptedModel',
);

/** Starts a real VS Code server with a profile of its own; ended by `stop`, or with this process. */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const installed = await installWorkbench(options.edition);
  const profile = createProfile(options.profileDir);
  const isTemporary = options.profileDir === undefined;
  const forgetCleanup = isTemporary
    ? atExit(() => {
        removeProfile(profile);
      })
    : undefined;
  if (options.workspaceFiles !== undefined) {
    cpSync(options.workspaceFiles, profile.workspace, { recursive: true });
  }
  changeSettings(profile, options.settings ?? {});
  await placeExtensions(installed, profile, [...options.extensions, scriptedModelFolder]);

  const port = options.port ?? (await freePort());
  const workspace = options.workspaceFolder ?? profile.workspace;
  const controlToken = randomBytes(16).toString('hex');
  const pageConfiguration = {
    ...(options.copilot ? { enabledExtensions: [COPILOT] } : {}),
    ...options.pageConfiguration?.(port),
  };
  const start = (): Promise<WorkbenchServer> =>
    startServer({
      installed,
      profile,
      port,
      workspace,
      env: {
        SESSION_PLANS_CONTROL_TOKEN: controlToken,
        SESSION_PLANS_CONTROL_FOLDER: profile.control,
        [PAGE_CONFIGURATION]: JSON.stringify(pageConfiguration),
        ...options.env,
      },
    });
  let server = await start();
  const addressOf = (folder: string): string =>
    `http://127.0.0.1:${String(port)}/?folder=${encodeURIComponent(folder)}`;
  const pages: WorkbenchPage[] = [];

  return {
    url: addressOf(workspace),
    port,
    profile,
    controlToken,
    openPage: async (pageOptions = {}) => {
      const { theme, settings } = pageOptions;
      changeSettings(profile, {
        ...settings,
        ...(theme === undefined ? {} : { 'workbench.colorTheme': theme }),
      });
      const address = addressOf(pageOptions.workspaceFolder ?? workspace);
      const page = await WorkbenchPage.open(address, profile.control, controlToken, pageOptions);
      pages.push(page);
      return page;
    },
    changeSettings: (changes) => {
      changeSettings(profile, changes);
    },
    restartServer: async () => {
      await server.stop();
      server = await start();
    },
    kill: () => server.kill(),
    isRunning: () => server.isRunning(),
    serverOutput: () => server.output(),
    stop: async () => {
      for (const page of pages) await page.close().catch(() => undefined);
      await server.stop();
      forgetCleanup?.();
      if (isTemporary) removeProfile(profile);
    },
  };
}
