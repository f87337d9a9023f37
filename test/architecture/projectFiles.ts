import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const projectFolder = join(__dirname, '..', '..');

export interface ProjectFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The files below some folders of the project whose names match, sorted by path. */
export function projectFiles(folders: readonly string[], names: RegExp): ProjectFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => names.test(file))
        .map((file) => `${folder}/${file.split(sep).join('/')}`),
    )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(projectFolder, path), 'utf8') }));
}
