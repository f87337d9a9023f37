import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { projectFolder, type ProjectFile } from './projectFiles';

const BINARY = new Set(['.png', '.gif', '.ico', '.wasm', '.ttf', '.woff2', '.vsix', '.db']);
/** Home folders; examples may be those of `user` and `me`. */
const HOME_FOLDER =
  /(?:\/(?:home|Users)\/|\b[A-Za-z]:[\\/]+Users[\\/]+)(?!(?:user|me)\b)[\w.-]+[\\/]/;
const LOCK_HOST = /"resolved": "[a-z+]+:\/\/([^/"]+)/g;

/** One sentence for every file of the repository that tells where it was made. */
export function machineTraces(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: projectFolder,
      encoding: 'utf8',
    },
  );
  return listed
    .split('\0')
    .filter((path) => path !== '' && !BINARY.has(extname(path)))
    .filter((path) => existsSync(join(projectFolder, path)))
    .map((path) => ({ path, text: readFileSync(join(projectFolder, path), 'utf8') }))
    .flatMap((file) => machineTracesIn(file, placesHere()));
}

export function machineTracesIn({ path, text }: ProjectFile, places: readonly string[]): string[] {
  const found = places.filter((place) => text.includes(place));
  const home = HOME_FOLDER.exec(text);
  if (home) found.push(home[0]);
  if (path.endsWith('package-lock.json')) {
    // The project's .npmrc leaves them out, so that no mirror of anybody gets in.
    found.push(...new Set([...text.matchAll(LOCK_HOST)].flatMap(([, host]) => host ?? [])));
  }
  return found.map((place) => `${path} names ${place}, which is of one machine only`);
}

/** This folder, this person's folder, and the registry that npm uses here. */
function placesHere(): string[] {
  const configured = process.env['npm_config_registry'] ?? '';
  return [
    ...[projectFolder, homedir()]
      .filter((folder) => folder.length > 1)
      .map((folder) => `${folder}/`),
    ...(URL.canParse(configured) ? [new URL(configured).host] : []),
  ];
}
