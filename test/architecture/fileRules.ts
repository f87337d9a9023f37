import { basename } from 'node:path';
import { projectFiles, type ProjectFile } from './projectFiles';

const MAX_LINES = 250;
/** Names that say nothing about what is inside. */
const EMPTY_NAMES = /^(?:index|utils?|helpers?|common|types|misc|shared)\./;
const CAMEL_CASE = /^[a-z][A-Za-z0-9]*(?:\.[a-z]+)*$/;

/** One sentence for every source file that is too long or whose name breaks the conventions. */
export function brokenFileRules(): string[] {
  return projectFiles(['src', 'webview', 'test'], /\.(?:[cm]?[jt]s|tsx|css)$/).flatMap(
    brokenFileRulesOf,
  );
}

export function brokenFileRulesOf({ path, text }: ProjectFile): string[] {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const name = basename(path);
  return [
    ...(lines > MAX_LINES ? [`${path} has ${lines} lines; at most ${MAX_LINES} are allowed`] : []),
    ...(EMPTY_NAMES.test(name)
      ? [`${path}: the name says nothing; name it after what is in it`]
      : []),
    ...(CAMEL_CASE.test(name) ? [] : [`${path}: file names are camelCase`]),
  ];
}
