import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { projectFolder } from '../architecture/projectFiles';

/** A block of code in a document. */
export interface Sample {
  /** Empty where the block does not say. */
  readonly language: string;
  /** What stands behind the language: where the text belongs for the samples that follow. */
  readonly file: string | undefined;
  readonly text: string;
  /** Where it stands, for whoever has to mend it. */
  readonly place: string;
}

interface Block {
  readonly type: string;
  readonly info: string;
  readonly content: string;
  readonly map: readonly [number, number] | null;
}

export const DOCUMENTS: readonly string[] = execFileSync('git', ['ls-files', '*.md'], {
  cwd: projectFolder,
})
  .toString()
  .trim()
  .split('\n')
  .filter((file) => !file.includes('/fixtures/'));

export function documentText(document: string): string {
  return readFileSync(join(projectFolder, document), 'utf8');
}

/** In the order in which they stand there. */
export function samplesOf(document: string): Sample[] {
  const blocks = new MarkdownIt().parse(documentText(document), {}) as Block[];
  return blocks
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ info, content, map }) => {
      const [language = '', file] = info.trim().split(/\s+/);
      const place = `${document}:${String((map?.[0] ?? 0) + 1)}`;
      return { language, file, text: content, place };
    });
}

/** The text of all samples in this language; they are read from top to bottom. */
export function sampleText(document: string, language: string): string {
  const found = samplesOf(document).filter((sample) => sample.language === language);
  return found.map(({ text }) => text).join('\n');
}
