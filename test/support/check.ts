// npm run check: what can be said about the sources without running them.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brokenFileRules } from '../architecture/fileRules';
import { crossedFences } from '../architecture/importFences';
import { machineTraces } from '../architecture/machineTraces';
import { projectFolder } from '../architecture/projectFiles';
import { spawnWarded } from './workbench/ownedProcesses';

interface Check {
  readonly name: string;
  readonly advice: string;
  /** Resolves with what is wrong, one text per finding; with nothing when all is well. */
  readonly run: () => Promise<readonly string[]> | readonly string[];
}

const TYPE_CONFIGS = [
  'tsconfig.json',
  'src/tsconfig.neutral.json',
  'webview/tsconfig.json',
  'test/webview/tsconfig.json',
];

// Only of the formatter: what it says of a file depends on that file alone.
const CACHE = ['--cache', '--cache-location', '.cache/prettier'];

// The slowest first: two run at a time.
const checks: readonly Check[] = [
  {
    name: 'lint',
    advice: 'npx eslint --fix . mends some of it',
    run: () => tool('eslint/bin/eslint.js', '.', '--max-warnings', '0'),
  },
  {
    name: 'types',
    advice: 'correct the places named above',
    run: async () => {
      const found: string[] = [];
      for (const config of TYPE_CONFIGS)
        found.push(...(await tool('typescript7/bin/tsc', '-p', config)));
      return [...new Set(found.flatMap((output) => output.split('\n')))];
    },
  },
  {
    name: 'format',
    advice: 'npx prettier --write .',
    run: () => tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...CACHE, '.'),
  },
  {
    name: 'unused code',
    advice: 'delete it, or declare an entry under "knip" in package.json',
    run: () => tool('knip/bin/knip.js', '--no-progress'),
  },
  {
    name: 'imports',
    advice: 'move the code, or see who may import whom in src/ARCHITECTURE.md',
    run: crossedFences,
  },
  {
    name: 'files',
    advice: 'split a long file along its reasons to exist; rename a badly named one',
    run: brokenFileRules,
  },
  {
    name: 'machine traces',
    advice: 'use a relative path, an example name, or the public registry',
    run: machineTraces,
  },
];

/** Runs a tool of node_modules by its file, so that no shell and no PATH is needed. */
async function tool(file: string, ...args: readonly string[]): Promise<string[]> {
  const path = join(projectFolder, 'node_modules', file);
  const child = spawnWarded(process.execPath, [path, ...args], { cwd: projectFolder });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  ]);
  if (code === 0) return [];
  const output = [stdout, stderr].map((part) => part.trim()).filter((part) => part !== '');
  return output.length > 0 ? output : [`ended with ${String(code)}`];
}

async function runCheck({ name, advice, run }: Check): Promise<boolean> {
  const started = performance.now();
  const findings = await Promise.resolve()
    .then(run)
    .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const fine = findings.length === 0;
  const line = `${fine ? '✔' : '✖'} ${name.padEnd(14)} ${seconds.padStart(5)} s`;
  console.log(fine ? line : `${line}\n${findings.join('\n')}\n  → ${advice}\n`);
  return fine;
}

/** All checks run, also when one finds something. */
async function main(): Promise<void> {
  const waiting = [...checks];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!(await runCheck(next))) failed.push(next.name);
    }
  };
  await Promise.all([work(), work()]);
  if (failed.length > 0) {
    console.log(`Not in order: ${failed.join(', ')}.`);
    process.exitCode = 1;
  }
}

void main();
