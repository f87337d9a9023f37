import * as sync from 'node:fs';
import * as slow from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CallPace } from './nodeCallPace';
import type { FileSystem } from './nodeFileSystem';

/** Commits that never wait would keep everybody else in the process waiting; so long they may. */
const TURN_MS = 8;

const [close, fstat, readFile, writeFile] = [
  promisify(sync.close),
  promisify(sync.fstat),
  promisify(sync.readFile),
  promisify(sync.writeFile),
];

/** What the quick way is made of; tests put slow disks in its place. */
export interface Disk {
  readonly now: () => number;
  readonly fsyncSync: (fd: number) => void;
  readonly fsync: (fd: number) => Promise<void>;
}

const DISK: Disk = {
  now: () => performance.now(),
  fsyncSync: sync.fsyncSync,
  fsync: promisify(sync.fsync),
};

/**
 * The platform without a change of thread, as long as that is quicker: on a local disk a call that touches
 * names and memory takes a few microseconds and a sync a fraction of a millisecond, and the change of thread
 * alone 0.1, or milliseconds on a busy machine. Calls that turn out slow go the long way, so that nobody is
 * held up by a slow disk or a network folder; names and syncs are judged apart. Whole files are read and
 * written the long way.
 */
export function quickFileSystem(disk: Partial<Disk> = {}): FileSystem {
  const { now, fsyncSync, fsync } = { ...DISK, ...disk };
  const [names, syncs] = [new CallPace(), new CallPace()];
  let turned = now();

  async function quick<T>(pace: CallPace, short: () => T, long: () => Promise<T>): Promise<T> {
    const started = now();
    try {
      return pace.isQuick ? short() : await long();
    } finally {
      pace.took(now() - started);
    }
  }

  const either =
    <Given extends unknown[], T>(
      short: (...given: Given) => T,
      long: (...given: Given) => Promise<T>,
      pace = names,
    ) =>
    (...given: Given): Promise<T> =>
      quick(
        pace,
        () => short(...given),
        () => long(...given),
      );
  const open = either(sync.openSync, promisify(sync.open));
  const closeQuickly = either(sync.closeSync, close);
  const stat = either(
    (fd: number) => sync.fstatSync(fd, { bigint: true }),
    (fd: number) => fstat(fd, { bigint: true }),
  );
  const writev = either(
    (fd: number, parts: readonly Uint8Array[]) => ({ bytesWritten: sync.writevSync(fd, parts) }),
    promisify(sync.writev),
  );
  const syncAnyhow = either(fsyncSync, fsync, syncs);
  const syncInTurn = async (fd: number): Promise<void> => {
    if (now() - turned > TURN_MS) {
      await nextTurn();
      turned = now();
    }
    await syncAnyhow(fd);
  };

  return {
    ...slow,
    open: async (path, flags, mode) => {
      const fd = await open(path, flags, mode);
      return {
        writev: (parts) => writev(fd, parts),
        sync: () => syncInTurn(fd),
        stat: () => stat(fd),
        readFile: () => readFile(fd),
        writeFile: (data) => writeFile(fd, data),
        close: (takesLong = false) => (takesLong ? close(fd) : closeQuickly(fd)),
      };
    },
    link: either(sync.linkSync, slow.link),
    rename: either(sync.renameSync, slow.rename),
    unlink: either(sync.unlinkSync, slow.unlink),
    stat: either(sync.statSync, slow.stat) as FileSystem['stat'],
  };
}
