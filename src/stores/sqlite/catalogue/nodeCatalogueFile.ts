import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, renameFile, type FileSystemOptions } from '../nodeFileSystem';
import { readFileAt } from '../nodeReading';
import { stampOf } from '../nodeReplaceFile';
import { temporaryName } from '../nodeTemporaryFiles';
import type { CatalogueFile } from '../sessionFiles';

/** Replaced whole and not synced: what a power cut takes is made again. It never makes the folder. */
export function nodeCatalogueFile(folder: string, options: FileSystemOptions): CatalogueFile {
  const { fileSystem = fs } = options;
  const path = join(folder, 'catalogue');
  return {
    stamp: async () => {
      const stats = await ifPresent(fileSystem.stat(path, { bigint: true }));
      return stats && stampOf(stats);
    },
    read: async () => {
      const file = await readFileAt(path, options);
      return file && { stamp: stampOf(file.stats), bytes: file.bytes };
    },
    write: async (bytes) => {
      const fresh = temporaryName(path);
      const handle = await ifPresent(fileSystem.open(fresh, 'wx', 0o600));
      // Nobody keeps sessions here any more.
      if (!handle) return undefined;
      try {
        try {
          await handle.writeFile(bytes);
        } finally {
          await handle.close();
        }
        const stats = await fileSystem.stat(fresh, { bigint: true });
        await renameFile(options, fresh, path);
        return stampOf(stats);
      } catch (error) {
        await fileSystem.unlink(fresh).catch(() => undefined);
        throw error;
      }
    },
  };
}
