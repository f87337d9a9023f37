import * as fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { FileSystem } from '../../src/stores/sqlite/nodeFileSystem';

/** One call to the file system, e.g. `rename` or `handle.sync`; `index` counts from 1. */
export interface FileCall {
  readonly index: number;
  readonly name: string;
  readonly path: string;
}

export interface Hooks {
  /** Throwing here keeps the call from happening. */
  before?: (call: FileCall) => void | Promise<void>;
  /** Throwing here lets it happen and the caller hear of a failure. */
  after?: (call: FileCall) => void | Promise<void>;
  /** Bytes that one write takes, e.g. fewer than it was given. */
  writes?: (given: number) => number;
}

/** Acts once, at the n-th call from now on, and tells whether there was one. */
export function atCall(
  hooks: Hooks,
  index: number,
  act: (call: FileCall) => void | Promise<void>,
  when: 'before' | 'after' = 'before',
): { readonly reached: boolean } {
  const seen = { count: 0, reached: false };
  hooks[when] = (call) => {
    if (++seen.count !== index) return;
    seen.reached = true;
    return act(call);
  };
  return seen;
}

/** From the first call that it is said of, no call happens or comes back, as if the process had ended. */
export function endsAt(
  hooks: Hooks,
  isLast: (call: FileCall, count: number) => boolean,
): { readonly ended: Promise<'ended'>; bury(): void } {
  const hanging: ((error: Error) => void)[] = [];
  let count = 0;
  const ended = new Promise<'ended'>((resolve) => {
    hooks.before = (call) => {
      if (hanging.length === 0 && !isLast(call, ++count)) return undefined;
      resolve('ended');
      return new Promise((_, reject) => hanging.push(reject));
    };
  });
  // Only so that the files which the test opened are closed; it finds nothing any more.
  const bury = (): void => {
    hooks.before = () => {
      throw errno('ENOENT');
    };
    for (const reject of hanging) reject(errno('ENOENT'));
  };
  return { ended, bury };
}

export function errno(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: put here by a test`), { code, syscall: 'test' });
}

/** The real file system with hooks around every call, those of open files included. */
export function hookedFileSystem(hooks: Hooks): FileSystem {
  let index = 0;
  async function around<T>(name: string, path: string, run: () => Promise<T>): Promise<T> {
    const call = { index: ++index, name, path };
    await hooks.before?.(call);
    const result = await run();
    await hooks.after?.(call);
    return result;
  }
  const hooked =
    <A extends [unknown, ...unknown[]], T>(name: string, real: (...args: A) => Promise<T>) =>
    (...args: A) =>
      around(name, String(args[0]), () => real(...args));

  function hookedHandle(handle: FileHandle, path: string): FileHandle {
    return new Proxy(handle, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function' || typeof key !== 'string') return member;
        return async (...args: unknown[]) => {
          const call = member as (...args: unknown[]) => Promise<unknown>;
          if (key === 'writev' && hooks.writes) args[0] = firstBytes(args[0], hooks.writes);
          // A file is closed even if closing fails, or the test would run out of them.
          if (key === 'close') await call.apply(target, args);
          const run = () => (key === 'close' ? Promise.resolve() : call.apply(target, args));
          return around(`handle.${key}`, path, run);
        };
      },
    });
  }

  return {
    open: async (path, ...rest) => {
      let handle: FileHandle | undefined;
      const run = async () => (handle = await fs.open(path, ...rest));
      try {
        return hookedHandle(await around('open', String(path), run), String(path));
      } catch (error) {
        await handle?.close();
        throw error;
      }
    },
    link: hooked('link', fs.link),
    rename: hooked('rename', fs.rename),
    unlink: hooked('unlink', fs.unlink),
    stat: hooked('stat', fs.stat as (...args: [unknown]) => Promise<unknown>) as FileSystem['stat'],
    readdir: hooked(
      'readdir',
      fs.readdir as (...args: [unknown]) => Promise<unknown>,
    ) as FileSystem['readdir'],
    utimes: hooked('utimes', fs.utimes),
    rmdir: hooked('rmdir', fs.rmdir as (...args: [unknown]) => Promise<void>),
    mkdir: hooked(
      'mkdir',
      fs.mkdir as (...args: [unknown]) => Promise<unknown>,
    ) as FileSystem['mkdir'],
  };
}

function firstBytes(parts: unknown, writes: (given: number) => number): Uint8Array[] {
  const all = Buffer.concat(parts as Uint8Array[]);
  return [all.subarray(0, writes(all.length))];
}
