import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processMark, readMark } from './processMark';

const PREFIX = 'sp-bench-';

export type Settings = Readonly<Record<string, unknown>>;

/** The folders of one workbench: nothing outside them is read or written by it. */
export interface Profile {
  readonly root: string;
  readonly home: string;
  readonly temp: string;
  readonly data: string;
  readonly extensions: string;
  readonly workspace: string;
  /** Where each window announces its control server. */
  readonly control: string;
}

/** Silences what would cover the workbench on a first start or need a network. */
const quiet: Settings = {
  'chat.byokUtilityModelDefault': 'mainAgent',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'workbench.enableExperiments': false,
  // What moves all the time is drawn by the processor here, which takes a fifth of it.
  'workbench.reduceMotion': 'on',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Sockets live in the profile, and their paths must stay under about 100 characters. */
export function createProfile(folder?: string): Profile {
  const root = folder ?? mkdtempSync(join(tmpdir(), PREFIX));
  const profile = {
    root,
    home: join(root, 'home'),
    temp: join(root, 'tmp'),
    data: join(root, 'data'),
    extensions: join(root, 'ext'),
    workspace: join(root, 'workspace'),
    control: join(root, 'control'),
  };
  for (const path of Object.values(profile)) mkdirSync(path, { recursive: true });
  if (folder === undefined) {
    writeFileSync(join(root, 'owner'), processMark());
    sweepProfiles();
  }
  return profile;
}

/** Removes what processes left behind that were killed. */
function sweepProfiles(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const root = join(tmpdir(), name);
    try {
      const owner = readMark(readFileSync(join(root, 'owner'), 'utf8'));
      if (owner?.isRunning === false) rmSync(root, { recursive: true, force: true });
    } catch {
      // Just being made by another process, or already swept by one.
    }
  }
}

export function readSettings(profile: Profile): Settings {
  try {
    return JSON.parse(readFileSync(settingsFile(profile), 'utf8')) as Settings;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return quiet;
    throw error;
  }
}

/** Merges the changes into the user's settings; `undefined` takes one out. */
export function changeSettings(profile: Profile, changes: Settings): void {
  const merged = { ...readSettings(profile), ...changes };
  mkdirSync(join(profile.data, 'User'), { recursive: true });
  writeFileSync(settingsFile(profile), JSON.stringify(merged, undefined, 2));
}

export function removeProfile(profile: Profile): void {
  rmSync(profile.root, { recursive: true, force: true, maxRetries: 5 });
}

function settingsFile(profile: Profile): string {
  return join(profile.data, 'User', 'settings.json');
}
