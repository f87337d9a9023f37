import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { PlanError } from '../../../src/domain/planError';
import { hardTexts } from '../../domain/markdownArbitraries';
import { fakeLog } from '../../support/fakeLog';
import { aPlan, aPlanCommit, aStep } from '../../support/storeFixtures';
import { DocumentedWorkbench } from '../documents/documentedWorkbench';

/** Every text of the surroundings that is not ours, as whoever makes it could have made it. */
interface Texts {
  readonly key: string;
  readonly title: string;
  readonly step: string;
  readonly workspace: string;
  readonly error: string;
  readonly surroundings: string;
}

const PLAIN: Texts = {
  ...{ key: 'srv:1', title: 'T', step: 'S', workspace: 'file:///w', error: 'E' },
  surroundings: 'somewhere',
};

async function benchWith(texts: Texts): Promise<DocumentedWorkbench> {
  const { surroundings } = texts;
  const bench = new DocumentedWorkbench();
  bench.environment = {
    ...{ appName: surroundings, remoteName: surroundings, version: surroundings },
    ...{ language: surroundings, machineId: surroundings },
    copilot: { packageJSON: { version: surroundings } },
  };
  bench.configuration = {
    'sessionPlans.enabled': false,
    'sessionPlans.tools': ['read_plan', surroundings],
    'sessionPlans.singleInProgress': surroundings,
    'sessionPlans.subtasks': false,
    'sessionPlans.density': 'compact',
  };
  await bench.load();
  const { key, title, step, workspace } = texts;
  const plan = { ...aPlan(1, [aStep('a', { description: step })]), explanation: step };
  await bench.plans.open().append(key, 0, aPlanCommit(key, 1, { title, workspace, plan }));
  const log = bench.errors.of(fakeLog());
  const cause = Object.assign(new Error(texts.error), { code: 'ENOSPC', path: workspace });
  log.error(texts.error, new PlanError('store_unavailable', texts.error, { cause }));
  log.error(texts.error, Object.assign(new Error(texts.error), { code: texts.error }));
  log.error(texts.error, Object.assign(new Error(), { name: texts.error }));
  log.error(texts.error, texts.error);
  return bench;
}

async function reportOf(texts: Texts): Promise<string> {
  const bench = await benchWith(texts);
  try {
    await bench.run('reportIssue');
    return bench.drafts[0]?.text ?? assert.fail(bench.messages.at(-1)?.text);
  } finally {
    await bench.end();
  }
}

describe('the report of an issue', () => {
  it('holds versions, numbers and known words', async () => {
    const report = await reportOf(PLAIN);
    const facts = report.slice(report.indexOf('- Session Plans'));
    assert.equal(
      facts.replace(process.versions.node, 'N').replace(/x64|arm64/, 'A'),
      [
        '- Session Plans 0.1.0',
        '- Editor: other, other, desktop, remote other, Copilot Chat other',
        `- System: ${process.platform}, A, Node N`,
        '- Settings: sessionPlans.enabled: false; sessionPlans.density: compact; sessionPlans.tools: [read_plan, other]; sessionPlans.singleInProgress: changed',
        '- Plans: sqlite, sessions 1, revisions 1, not listed 0',
        '- Verified: 1, damaged 0, of a newer version 0',
        '- Latest errors: other x2, Error, store_unavailable (ENOSPC)',
        '',
      ].join('\n'),
    );
  });

  it('is the same whatever is written in plans, keys, paths, names and messages', async () => {
    const plain = await reportOf(PLAIN);
    const text = hardTexts.map((part) => `x${part}`.replace(/\p{Cs}/gu, ''));
    const texts = fc.record({
      ...{ key: text, title: text, step: text, workspace: text, error: text, surroundings: text },
    });
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        assert.equal(await reportOf(given), plain);
      }),
      { numRuns: 10 },
    );
  });

  it('counts damage, and can be written where the store cannot be read', async () => {
    const bench = await benchWith(PLAIN);
    writeFileSync(bench.plans.file('srv:1'), 'no database');
    await bench.run('reportIssue');
    assert.match(
      bench.drafts[0]?.text ?? '',
      /sessions 0, .*not listed 1\n- Verified: 1, damaged 1,/,
    );
    await bench.host.dispose();
    await bench.run('reportIssue');
    assert.match(bench.drafts[1]?.text ?? '', /\n- Plans: not readable \(store_unavailable\)\n/);
    await bench.end();
  });

  it('is sent as it was edited, and only after a click', async () => {
    const bench = await benchWith(PLAIN);
    await bench.run('reportIssue');
    assert.deepEqual(
      bench.ran.filter(([command]) => command === 'vscode.open'),
      [],
    );
    for (const [text, sent] of [
      ['Mine & # 50 % \ud800', 'Mine & # 50 % \ufffd'],
      ['x'.repeat(7_000), 'Please paste the report here.'],
    ] as const) {
      bench.press = ({ buttons }) => {
        const draft = bench.drafts.at(-1);
        if (draft) draft.text = text;
        return buttons[0];
      };
      await bench.run('reportIssue');
      const url = new URL(String(bench.ran.at(-1)?.[1]));
      assert.equal(
        url.origin + url.pathname,
        'https://github.com/session-plans/session-plans/issues/new',
      );
      assert.deepEqual([...url.searchParams], [['body', sent]]);
    }
    assert.deepEqual(bench.copied, ['x'.repeat(7_000)]);
    assert.match(bench.messages.at(-1)?.text ?? '', /too long .* on the clipboard/);
    await bench.end();
  });
});
