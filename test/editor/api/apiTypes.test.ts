import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredPlanning } from '../../../src/editor/api/declaredPlanning';
import { projectFolder } from '../../architecture/projectFiles';
import { sampleText } from '../../examples/documentSamples';
import { PackageProject } from '../../support/packageProject';

const PAGE = 'docs/participants.md';

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

describe('the types for authors of participants', function () {
  this.timeout(120_000);
  let project: PackageProject;
  before(async () => {
    project = await PackageProject.create();
  });
  after(() => {
    project.dispose();
  });

  it('need nothing else, and let nobody ask for what nobody may', async () => {
    assert.equal(await project.compiled('sample', { 'sample.ts': SAMPLE }, { types: [] }), '');
    // What is expected to be wrong is so for the types, and not for a module that is missing.
    const asModule = { types: [], module: 'esnext', moduleResolution: 'bundler' };
    assert.equal(await project.compiled('bundled', { 'sample.ts': SAMPLE }, asModule), '');
  });

  it('[DP.12] fit the example as it is', async () => {
    const text = readFileSync(join(projectFolder, 'examples', 'planner', 'extension.js'), 'utf8');
    const options = { allowJs: true, checkJs: true, types: ['node', 'vscode'] };
    assert.equal(await project.compiled('example', { 'extension.js': text }, options), '');
  });

  it('fit every sample of the page for authors', async () => {
    // The page reads from top to bottom, and so do its samples.
    const page = { 'page.ts': sampleText(PAGE, 'ts') };
    assert.equal(await project.compiled('page', page, { types: ['node', 'vscode'] }), '');
  });

  it('stand on a page whose declaration is one', () => {
    const packageJson = JSON.parse(sampleText(PAGE, 'json')) as {
      contributes: { chatParticipants: { id: string; name: string }[] };
    };
    const [participant] = packageJson.contributes.chatParticipants;
    assert.ok(participant);
    const { id, name } = participant;
    const contributor = { extension: 'acme.tools', participant: id, name, packageJson };
    assert.equal(declaredPlanning(contributor).planning, true);
  });
});
