import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { exportFileName, freeName } from '../domain/exportFileName';
import { PlanError } from '../domain/planError';
import { sessionExportJson } from '../domain/sessionExport';
import { sessionMarkdown } from '../domain/sessionMarkdown';
import { codeOf } from '../service/platformError';
import { toIsoTime } from '../service/ports';
import type { ExportedSession } from '../service/storeMaintenance';
import type { ExportFormat } from './commandLine';
import { writeOut } from './writeOut';

export interface ExportTarget {
  readonly format: ExportFormat;
  /** A folder; undefined: everything goes to the output. */
  readonly out: string | undefined;
  readonly output: Writable;
  readonly now: number;
}

/** Writes session after session: to the output, or into files of a folder in which nothing is replaced. */
export function exporterTo({
  format,
  out,
  output,
  now,
}: ExportTarget): (exported: ExportedSession) => Promise<void> {
  const textOf = (exported: ExportedSession) =>
    format === 'json' ? sessionExportJson(exported, toIsoTime(now)) : sessionMarkdown(exported);
  if (out === undefined) {
    return async (exported) => {
      await writeOut(output, textOf(exported));
    };
  }
  const extension = format === 'json' ? 'json' : 'md';
  let taken: Set<string> | undefined;
  return async (exported) => {
    try {
      taken ??= await namesIn(out);
      const name = freeName(exportFileName(exported.record.title), extension, taken);
      taken.add(name.toLowerCase());
      await writeFile(join(out, name), textOf(exported), { flag: 'wx' });
      await writeOut(output, `${name}\n`);
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      throw new PlanError('invalid_input', `Nothing more can be written into ${out}: ${code}.`, {
        cause: error,
      });
    }
  };
}

/** In lower case: some file systems take two letter cases for one name. */
async function namesIn(folder: string): Promise<Set<string>> {
  await mkdir(folder, { recursive: true });
  return new Set((await readdir(folder)).map((name) => name.toLowerCase()));
}
