import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ToolResult } from '../../src/domain/toolResult';
import { digest } from '../../src/host/digest';
import { thisProcess } from '../../src/host/thisProcess';
import { PlanService } from '../../src/service/planService';
import type { PlanStore } from '../../src/service/planStore';
import type { FileSystem } from '../../src/stores/sqlite/nodeFileSystem';
import { quickFileSystem } from '../../src/stores/sqlite/nodeQuickFiles';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import type { SessionFiles } from '../../src/stores/sqlite/sessionFiles';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog } from './fakeLog';

export interface ChaosSessions {
  readonly sessions: readonly string[];
  readonly seed: number;
}

/** What every program of the chaos is started with: one folder, its sessions, and whether locks hold. */
export interface ChaosPlace extends ChaosSessions {
  readonly folder: string;
  readonly wasmFile: string;
  readonly locks: boolean;
}

/** What a writer says of a call once it was answered. */
export interface ChaosAnswer {
  readonly session: string;
  readonly call_id: string;
  /** The digest of what it was answered. */
  readonly answer?: string;
  /** Code or text of a failure. */
  readonly failed?: string;
}

/** What the programs that look on say: how far they are, or what they saw that must not be. */
export interface ChaosSight {
  readonly looks: number;
  readonly versions: Readonly<Record<string, number>>;
  readonly problem?: string;
}

export function chaosPlace(): ChaosPlace {
  return JSON.parse(process.argv[2] ?? '') as ChaosPlace;
}

/** The service that a window has, over the files of the place. */
export function openChaosService({ folder, wasmFile, locks }: ChaosPlace): PlanService {
  const log = fakeLog();
  const files = createNodeSessionFiles(folder, locks ? {} : { fileSystem: slowToRename() });
  const store = createSqliteStore({
    files: locks ? files : withoutLocks(files),
    sqlJs: () => loadSqlJs(wasmFile),
    log,
  });
  return serviceOver(Promise.resolve(store));
}

export function serviceOver(store: Promise<PlanStore>): PlanService {
  return new PlanService({
    store: () => store,
    clock: { now: () => Date.now() },
    digest,
    ids: { uuid: randomUUID },
    process: thisProcess(),
    log: fakeLog(),
  });
}

/** Enough to see whether two answers are the same. */
export function digestOf(result: ToolResult): string {
  return digest(JSON.stringify(result)).slice(0, 16);
}

/** At once and whole, so that what was said before a kill was said. */
export function say(line: ChaosAnswer | ChaosSight): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** Files stay for a moment beside the name that they take, so that writers without a lock soon meet there. */
function slowToRename(): FileSystem {
  const quick = quickFileSystem();
  return {
    ...quick,
    rename: async (from, to) => {
      await wait(5);
      await quick.rename(from, to);
    },
  };
}

/** The real files, but everybody always has the lock. */
function withoutLocks(files: SessionFiles): SessionFiles {
  const held = { isHeld: () => Promise.resolve(true), release: () => Promise.resolve() };
  return new Proxy(files, {
    get(target, key) {
      if (key === 'lock') return () => Promise.resolve(held);
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
