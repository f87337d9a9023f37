import { cpSync, existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import type { InstalledWorkbench } from './installWorkbench';
import type { Profile } from './profile';
import { runCommand } from './runCommand';

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly files?: readonly string[];
}

/** Puts folders and .vsix packages where the workbench of this profile looks for extensions. */
export async function placeExtensions(
  installed: InstalledWorkbench,
  profile: Profile,
  sources: readonly string[],
): Promise<void> {
  const isFolder = (source: string): boolean => statSync(source).isDirectory();
  for (const source of sources.filter(isFolder)) placeFolder(profile, source);
  // Last: installing writes the list of extensions, and later folders would not be on it.
  for (const source of sources.filter((other) => !isFolder(other))) {
    await installPackage(installed, profile, source);
  }
}

/** A copy rather than a link, because a build during the run must not change what is tested. */
function placeFolder(profile: Profile, source: string): void {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  const target = join(
    profile.extensions,
    `${manifest.publisher}.${manifest.name}-${manifest.version}`,
  );
  if (existsSync(target)) return;
  const listed = manifest.files?.map((pattern) => pattern.split('*')[0] ?? '');
  cpSync(source, target, {
    recursive: true,
    filter: (path) => {
      const inside = relative(source, path);
      if (inside === '' || inside === 'package.json' || listed === undefined) {
        return !['node_modules', '.git', '.cache'].includes(basename(path));
      }
      const top = inside.split(sep)[0] ?? '';
      return listed.some((prefix) => top.startsWith(prefix));
    },
  });
}

async function installPackage(
  { node, entry }: InstalledWorkbench,
  profile: Profile,
  source: string,
): Promise<void> {
  const folders = ['--user-data-dir', profile.data, '--extensions-dir', profile.extensions];
  await runCommand(node, [entry, ...folders, '--install-extension', source], {
    env: { ...process.env, HOME: profile.home },
  });
}
