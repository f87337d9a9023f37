import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../architecture/projectFiles';

const run = promisify(execFile);
const TSC = join(projectFolder, 'node_modules', 'typescript7', 'bin', 'tsc');

/** What somebody writes who has nothing but the types of the package. */
const SAMPLE = `
import type { FeedItem, PlanApiError, SessionPlansApi, Snapshot } from 'session-plans/api';

export async function plannedAnswer(api: SessionPlansApi, participant: string, token: unknown) {
  const durable: true = api.capabilities.durable_plans;
  const session = await api.openSession({ participant, token });
  const turn = await session.beginTurn();
  const { tools, guidance } = await turn.tools();
  const { reminder } = await turn.boundary('request-1');
  const result = await turn.call('call-1', tools[0]?.name ?? 'read_plan', {});
  await turn.end();
  const { plan }: Snapshot = await session.snapshot();
  const items: FeedItem[] = [];
  for await (const item of await session.attach(plan ? '0' : undefined)) items.push(item);
  api.onDidChangeSteps({ participant }, ({ events }) => events.map((event) => event.previous_state)).dispose();
  return { durable, guidance, text: reminder?.text, isError: result.isError, items };
}

export function mayGoOn({ code }: PlanApiError): boolean {
  return code === 'disabled' || code === 'no_session';
}

export async function wrong(api: SessionPlansApi): Promise<void> {
  // @ts-expect-error: whether a participant plans is for its package.json to say
  await api.openSession({ participant: 'p', token: {}, planning: true });
  // @ts-expect-error: everybody is given the same object
  api.apiVersion = 1;
  // @ts-expect-error: nothing edits a plan but the tools
  await (await api.openSession({ participant: 'p', session: 's' })).write([]);
}
`;

const OPTIONS = {
  ...{ strict: true, noEmit: true, module: 'node16', target: 'es2022', lib: ['es2023'] },
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: false },
};

describe('the types for authors of participants', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'session-plans-api-'));
  const installed = join(folder, 'node_modules', 'session-plans');

  before(async () => {
    mkdirSync(join(installed, 'dist'), { recursive: true });
    cpSync(join(projectFolder, 'package.json'), join(installed, 'package.json'));
    const { apiDeclarations } = await import('../../src/client/publicTypes.mjs');
    writeFileSync(join(installed, 'dist', 'api.d.ts'), apiDeclarations());
    mkdirSync(join(folder, 'node_modules', '@types'));
    for (const name of ['vscode', 'node']) {
      const types = join('node_modules', '@types', name);
      symlinkSync(join(projectFolder, types), join(folder, types), 'junction');
    }
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the compiler says of these files, in a project of their own. */
  const compiled = async (
    name: string,
    files: Readonly<Record<string, string>>,
    options: object,
  ): Promise<string> => {
    const project = join(folder, name);
    mkdirSync(project);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
    const compilerOptions = { ...OPTIONS, ...options };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const ended = await run(process.execPath, [TSC, '-p', project]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return ended.stdout;
  };

  it('need nothing else, and let nobody ask for what nobody may', async () => {
    assert.equal(await compiled('sample', { 'sample.ts': SAMPLE }, { types: [] }), '');
    // What is expected to be wrong is so for the types, and not for a module that is missing.
    const asModule = { types: [], module: 'esnext', moduleResolution: 'bundler' };
    assert.equal(await compiled('bundled', { 'sample.ts': SAMPLE }, asModule), '');
  });

  it('[DP.12] fit the example as it is', async () => {
    const text = readFileSync(join(projectFolder, 'examples', 'planner', 'extension.js'), 'utf8');
    const options = { allowJs: true, checkJs: true, types: ['node', 'vscode'] };
    assert.equal(await compiled('example', { 'extension.js': text }, options), '');
  });

  it('fit every sample of the page for authors', async () => {
    const page = readFileSync(join(projectFolder, 'docs', 'participants.md'), 'utf8');
    const samples = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, sample = '']) => sample);
    assert.ok(samples.length >= 5);
    assert.equal(/^```(?!ts|json|$)/m.test(page), false, 'a block that nothing checks');
    // The page reads from top to bottom, and so do its samples.
    const text = samples.join('\n');
    assert.equal(await compiled('page', { 'page.ts': text }, { types: ['node', 'vscode'] }), '');
  });
});
