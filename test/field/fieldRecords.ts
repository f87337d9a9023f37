import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldWorld } from './fieldWorld';

/** Our files, commands and settings; the page says much that is none of ours. */
const OURS = /session-plans\.session-plans-\d|sessionPlans[./:]/;
/** A window that goes away in the middle of its start. */
const BROKEN_OFF = /\(Canceled: Canceled\)/;
/** The editor's sanitizer parses a step's text for screen readers in a document that runs and loads nothing. */
const SANITIZED = /^Executing inline event handler violates/;
const WORKBENCH = /\/workbench\/workbench\.js$/;
const LOG_FILE = /Session Plans\.log$/;
const TROUBLE = /\[(?:error|warning)\]/;

/** What the console of the window and the log of the extension got since the last look. */
export class FieldRecords {
  #console = 0;
  #pageErrors = 0;
  readonly #read = new Map<string, number>();

  constructor(private readonly world: FieldWorld) {}

  /** Lines that nobody caused. */
  news(): string[] {
    return [...this.#consoleNews(), ...this.#logNews()];
  }

  /** Which log files there are; none would be a check that cannot fail. */
  get logFiles(): number {
    return this.#read.size;
  }

  #consoleNews(): string[] {
    const { window } = this.world.product;
    const lines = window.consoleLines.slice(this.#console);
    this.#console = window.consoleLines.length;
    const errors = window.pageErrors.slice(this.#pageErrors);
    this.#pageErrors = window.pageErrors.length;
    const bad = lines.filter(
      ({ type, text, url }) =>
        (type === 'error' || type === 'warning') &&
        !BROKEN_OFF.test(text) &&
        !(SANITIZED.test(text) && WORKBENCH.test(url)) &&
        (OURS.test(text) || OURS.test(url) || /content security policy|trusted ?types/i.test(text)),
    );
    return [
      ...bad.map(({ type, text, url }) => `console ${type}: ${text.slice(0, 500)} (${url})`),
      ...errors
        .filter(({ stack = '' }) => OURS.test(stack))
        .map((error) => `page error: ${String(error.stack)}`),
    ];
  }

  #logNews(): string[] {
    const root = join(this.world.product.workbench.profile.data, 'logs');
    const files = filesBelow(root).filter((file) => LOG_FILE.test(file));
    return files
      .flatMap((file) => this.#added(file).split('\n'))
      .filter((line) => TROUBLE.test(line))
      .filter((line) => !this.world.excused.some((excuse) => excuse.test(line)))
      .map((line) => `log: ${line.slice(0, 500)}`);
  }

  #added(file: string): string {
    const from = this.#read.get(file) ?? 0;
    const { size } = statSync(file);
    this.#read.set(file, size);
    const bytes = Buffer.alloc(Math.max(size - from, 0));
    const opened = openSync(file, 'r');
    readSync(opened, bytes, 0, bytes.length, from);
    closeSync(opened);
    return bytes.toString('utf8');
  }
}

export interface Sizes {
  /** Of the extension host, with all other extensions in it. */
  readonly hostMegabytes: number;
  readonly heapMegabytes: number;
  readonly files: number;
  readonly kilobytes: number;
}

export async function sizesOf(world: FieldWorld): Promise<Sizes> {
  const { rss, heapUsed } = await world.control.probe<NodeJS.MemoryUsage>('memory');
  const files = filesBelow(join(world.product.storage, '..'));
  const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
  return {
    hostMegabytes: Math.round(rss / 1e6),
    heapMegabytes: Math.round(heapUsed / 1e6),
    files: files.length,
    kilobytes: Math.round(bytes / 1e3),
  };
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    // Not made yet, or changed while it was read.
    return [];
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    // It is gone.
    return 0;
  }
}
