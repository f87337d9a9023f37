import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { linkTarget, planLink } from '../../../src/editor/documents/planLinks';
import { hardTexts } from '../../domain/markdownArbitraries';
import { loadWithVscode } from '../../support/loadWithVscode';
import { DocumentedWorkbench } from './documentedWorkbench';
import { ONE } from '../commands/maintainedWorkbench';

/** The parts of an address as the editor hands them over, decoded. */
function parts(link: string): { path: string; query: string } {
  const [, path = '', query = ''] = /^[a-z-]+:\/\/[^/]+([^?]*)\??(.*)$/.exec(link) ?? [];
  return { path: decodeURIComponent(path), query: decodeURIComponent(query) };
}

describe('links to plans', () => {
  let bench: DocumentedWorkbench;
  let links: { linkTarget: typeof linkTarget; planLink: typeof planLink };
  beforeEach(async () => {
    bench = await new DocumentedWorkbench().load();
    links = await loadWithVscode('src/editor/documents/planLinks.ts', bench.vscode);
    await bench.withTwoPlans();
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1)?.text ?? assert.fail('nothing was said');

  it('are copied with the identity of this extension, and lead back to what they were made of', async () => {
    const { name, publisher } = JSON.parse(
      readFileSync(join(__dirname, '..', '..', '..', 'package.json'), 'utf8'),
    ) as { name: string; publisher: string };
    await bench.run('copyLink', { session: ONE, revision: 1 });
    const [link] = bench.copied;
    assert.equal(
      link,
      `vscode://${publisher}.${name}/session/${encodeURIComponent(ONE)}?revision=1`,
    );
    assert.deepEqual(bench.said, ['$(check) The link to the plan is on the clipboard.']);
    await bench.run('copyLink', { session: ONE, revision: 8 });
    assert.equal(last(), 'This plan has no revision 8; its latest is 2.');
    assert.equal(bench.copied.length, 1);
    const keys = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(keys, fc.option(fc.integer({ min: 1 })), (session, revision) => {
        const target = { session, ...(revision !== null && { revision }) };
        assert.deepEqual(links.linkTarget(parts(links.planLink(target))), target);
      }),
    );
  });

  it('show the plan in the panel, and a revision as a document', async () => {
    await bench.follow(parts(links.planLink({ session: ONE })));
    assert.equal(bench.shown.key, ONE);
    assert.deepEqual(bench.ran, [['sessionPlans.showPlan']]);
    assert.deepEqual([bench.open, bench.messages], [[], []]);
    await bench.follow(parts(links.planLink({ session: ONE, revision: 1 })));
    assert.match(await bench.textOf(), /\nRevision 1: /);
  });

  it('that lead to nothing here change nothing and say why', async () => {
    for (const [link, text] of [
      ['/session/nobody', /not stored here: it was deleted, or is kept on another machine/],
      [`/session/${ONE}?revision=9`, /has no revision 9; its latest is 2/],
      [`/session/${ONE}?revision=-1`, /does not lead to a plan/],
      [`/session/${ONE}?revision=1&revision=2`, /does not lead to a plan/],
      [`/session/${ONE}?revision=${'9'.repeat(40)}`, /does not lead to a plan/],
      ['/session/', /does not lead to a plan/],
      [`/session/${'x'.repeat(1_000_000)}`, /does not lead to a plan/],
      ['/session/\ud800', /does not lead to a plan/],
      ['/command/workbench.action.quit', /does not lead to a plan/],
      ['', /does not lead to a plan/],
    ] as const) {
      const [path = '', query = ''] = link.split('?');
      await bench.follow({ path, query });
      assert.match(last(), text, link);
    }
    assert.equal(bench.shown.key, undefined);
    assert.deepEqual([bench.ran, bench.open], [[], []]);
  });

  it('of any kind raise nothing, and run nothing but showing', async () => {
    const paths = fc.oneof(
      hardTexts,
      hardTexts.map((text) => `/session/${text}`),
      fc.constant(`/session/${ONE}`),
    );
    const queries = fc.oneof(
      hardTexts,
      hardTexts.map((text) => `revision=${text}`),
      fc.constant('command=workbench.action.quit&revision=1'),
    );
    await fc.assert(
      fc.asyncProperty(paths, queries, async (path, query) => {
        await bench.follow({ path, query });
      }),
    );
    const commands = new Set(bench.ran.map(([command]) => command));
    commands.delete('show');
    assert.deepEqual([...commands], ['sessionPlans.showPlan']);
  });
});
