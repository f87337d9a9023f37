import * as sync from 'node:fs';
import * as slow from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FileSystem } from './nodeFileSystem';

/** A call that should take microseconds and took longer stands for a slow disk or a network. */
const SLOW_MS = 4;
const WARY_CALLS = 500;

const [fsync, readFile, writeFile] = [
  promisify(sync.fsync),
  promisify(sync.readFile),
  promisify(sync.writeFile),
];

/**
 * The platform without a change of thread for calls that only touch names and memory: on a local disk one
 * takes a few microseconds, and the change of thread ten times that, or milliseconds on a busy machine.
 * Whatever waits for the disk (sync, whole files, folders) stays asynchronous. Where a quick call turns out
 * slow, the next ones take the long way, so that nobody is held up by a network folder.
 */
export function quickFileSystem(now: () => number = () => performance.now()): FileSystem {
  let wary = 0;

  async function quick<T>(short: () => T, long: () => Promise<T>): Promise<T> {
    if (wary > 0) {
      wary--;
      return long();
    }
    const started = now();
    try {
      return short();
    } finally {
      if (now() - started > SLOW_MS) wary = WARY_CALLS;
    }
  }

  const either =
    <Given extends unknown[], T>(
      short: (...given: Given) => T,
      long: (...given: Given) => Promise<T>,
    ) =>
    (...given: Given): Promise<T> =>
      quick(
        () => short(...given),
        () => long(...given),
      );
  const close = either(sync.closeSync, promisify(sync.close));
  /** While whoever goes on waits for the disk anyway. */
  const closeAside = async (fd: number): Promise<void> => {
    await nextTurn();
    await close(fd);
  };
  const open = either(sync.openSync, promisify(sync.open));
  const stat = either(
    (fd: number) => sync.fstatSync(fd, { bigint: true }),
    (fd: number) => promisify(sync.fstat)(fd, { bigint: true }),
  );
  const writev = either(
    (fd: number, parts: readonly Uint8Array[]) => ({ bytesWritten: sync.writevSync(fd, parts) }),
    promisify(sync.writev),
  );

  return {
    ...slow,
    open: async (path, flags, mode) => {
      const fd = await open(path, flags, mode);
      return {
        writev: (parts) => writev(fd, parts),
        sync: () => fsync(fd),
        stat: () => stat(fd),
        readFile: () => readFile(fd),
        writeFile: (data) => writeFile(fd, data),
        close: (takesLong = false) => (takesLong ? closeAside(fd) : close(fd)),
      };
    },
    link: either(sync.linkSync, slow.link),
    rename: either(sync.renameSync, slow.rename),
    unlink: either(sync.unlinkSync, slow.unlink),
    stat: either(sync.statSync, slow.stat) as FileSystem['stat'],
  };
}
