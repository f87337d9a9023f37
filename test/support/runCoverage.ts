// npm run test:coverage: how many lines of the core its tests run, and which they do not
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { transformSync } from 'esbuild';
import { projectFiles } from '../architecture/projectFiles';
import { servers, stores, unit } from './mochaSuites';
import { projectFolder, runMocha, runScript } from './runPart';
import { closingLine, countResults, type SuiteReport } from './suiteReport';

/** In percent of the lines of each of these folders of `src`. */
const BOUND = 90;
const FOLDERS = ['domain', 'service', 'stores', 'protocol', 'tools', 'agent'];
const folder = join('.cache', 'coverage');
const raw = join(folder, 'raw');
const c8 = join('node_modules', 'c8', 'bin', 'c8.js');

/** What c8 says of one file in its summary. */
interface FileCoverage {
  readonly lines: { readonly total: number; readonly covered: number };
}

void main();

async function main(): Promise<void> {
  process.chdir(projectFolder);
  rmSync(folder, { recursive: true, force: true });
  process.env['NODE_V8_COVERAGE'] = raw;
  // Programs that tests start are measured by what they answer; writing down what each ran takes hours.
  process.env['NODE_OPTIONS'] =
    '--import=data:text/javascript,delete%20process.env.NODE_V8_COVERAGE';
  const reports: SuiteReport[] = [];
  for (const suite of [unit, stores, servers])
    reports.push(await runMocha({ ...suite, limitMinutes: 30 }, undefined));
  delete process.env['NODE_V8_COVERAGE'];
  delete process.env['NODE_OPTIONS'];
  for (const file of readdirSync(raw)) dropEmptySources(join(raw, file));
  reports.push(await runScript('coverage', c8, reportArguments()));
  const summary = join(folder, 'coverage-summary.json');
  const files = JSON.parse(readFileSync(summary, 'utf8')) as Record<string, FileCoverage>;
  for (const name of FOLDERS) reports.push(reportOf(name, files));
  const counts = countResults(reports);
  console.log(closingLine(counts));
  process.exit(counts.failed > 0 ? 1 : 0);
}

function reportArguments(): string[] {
  const args = ['report', '--temp-directory', raw, '--reports-dir', folder, '--all'];
  for (const reporter of ['text', 'json-summary']) args.push('--reporter', reporter);
  for (const name of FOLDERS) args.push('--include', `src/${name}/**`);
  for (const file of filesOfTypes()) args.push('--exclude', file);
  return [...args, '--src', 'src'];
}

/** What Node wrote of a process. */
interface RawCoverage {
  readonly 'source-map-cache'?: Readonly<Record<string, { data?: { sourcesContent?: unknown } }>>;
}

/** The loader's maps say that a source is empty where they leave it out; c8 then counts one line. */
function dropEmptySources(file: string): void {
  const coverage = JSON.parse(readFileSync(file, 'utf8')) as RawCoverage;
  for (const { data } of Object.values(coverage['source-map-cache'] ?? {}))
    if (data) delete data.sourcesContent;
  writeFileSync(file, JSON.stringify(coverage));
}

/** Nothing in them runs. */
function filesOfTypes(): string[] {
  const folders = FOLDERS.map((name) => `src/${name}`);
  return projectFiles(folders, /\.ts$/)
    .filter(({ text }) => transformSync(text, { loader: 'ts' }).code.trim() === '')
    .map(({ path }) => path);
}

function reportOf(name: string, files: Readonly<Record<string, FileCoverage>>): SuiteReport {
  const inside = `${join('src', name)}/`;
  const own = Object.entries(files).filter(([file]) =>
    relative(projectFolder, file).startsWith(inside),
  );
  const sum = (key: 'total' | 'covered'): number =>
    own.reduce((all, [, { lines }]) => all + lines[key], 0);
  const percent = (100 * sum('covered')) / sum('total');
  const said = `${name}: ${percent.toFixed(1)} % of ${String(sum('total'))} lines`;
  console.log(`${percent >= BOUND ? '✔' : '✖'} ${said}`);
  const report = { name, seconds: 0, results: [] };
  return percent >= BOUND ? report : { ...report, problem: `${said}, at least ${String(BOUND)}` };
}
