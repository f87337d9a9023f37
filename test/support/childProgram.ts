import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** A program of test/support in a process of its own, which answers in lines. */
export class ChildProgram {
  readonly lines: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #process: ChildProcess;
  #heard: () => void = () => undefined;

  constructor(file: string, args: readonly string[]) {
    const child = spawn(process.execPath, [file, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#process = child;
    this.ended = once(child, 'close');
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n');
      // A line without its end was cut off by a kill and says nothing.
      rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.#heard();
    });
    void this.ended.then(() => {
      this.#heard();
    });
    // Whoever was killed does not read any more.
    child.stdin.on('error', () => undefined);
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The n-th line, counted from 0, once it was written. */
  async line(index: number): Promise<string> {
    for (;;) {
      const line = this.lines[index];
      if (line !== undefined) return line;
      if (this.#process.exitCode !== null || this.#process.signalCode !== null)
        throw new Error(`The program ended before it wrote line ${String(index)}.`);
      await new Promise<void>((resolve) => (this.#heard = resolve));
    }
  }

  tell(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async end(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }
}

/** Programs of test/support as plain files, which start in a tenth of the time that a loader takes. */
export class ChildPrograms {
  readonly #folder = mkdtempSync(join(tmpdir(), 'session-plans-programs-'));
  readonly #started: ChildProgram[] = [];

  /** Where a program is once it was built. */
  file(name: string): string {
    return join(this.#folder, `${name}.cjs`);
  }

  /** `changed`: modules, by the end of their path, that are other ones in this program. */
  async build(
    name: string,
    changed: Readonly<Record<string, (source: string) => string>> = {},
  ): Promise<(...args: readonly string[]) => ChildProgram> {
    const outfile = this.file(`${name}${Object.keys(changed).join('')}`);
    const plugins = Object.entries(changed).map(([path, change]) => changing(path, change));
    await build({
      entryPoints: [join(__dirname, `${name}.ts`)],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile,
      plugins,
      logLevel: 'error',
    });
    return (...args) => {
      const child = new ChildProgram(outfile, args);
      this.#started.push(child);
      return child;
    };
  }

  /** Ends every program that is still there. */
  async endAll(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((child) => child.end()));
  }

  async dispose(): Promise<void> {
    await this.endAll();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function changing(module: string, change: (source: string) => string): Plugin {
  return {
    name: module,
    setup: ({ onLoad }) => {
      onLoad({ filter: new RegExp(`[\\\\/]${module.replaceAll('.', '\\.')}$`) }, ({ path }) => ({
        contents: change(readFileSync(path, 'utf8')),
        loader: 'ts',
      }));
    },
  };
}
