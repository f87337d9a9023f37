import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { hardTexts } from '../../domain/markdownArbitraries';
import { aPlan, aPlanCommit, aStep } from '../../support/storeFixtures';
import { DocumentedWorkbench } from './documentedWorkbench';
import { ONE, TWO } from '../commands/maintainedWorkbench';

describe('a plan as a document of the editor', () => {
  let bench: DocumentedWorkbench;
  beforeEach(async () => {
    bench = await new DocumentedWorkbench().load();
    await bench.withTwoPlans();
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1)?.text ?? assert.fail('nothing was said');
  const names = () => bench.open.map(({ path }) => path);

  /** One more revision, by the service of this window. */
  async function goOn(description: string, session = ONE): Promise<void> {
    const steps = [{ id: 'three', content: description, status: 'pending' as const }];
    await bench.host.service.execute({
      ...{ kind: 'guest_call', session, turn_id: 'turn', call_id: description },
      origin: { coworker: 'chat', configuration: { planning: true, subtasks: false } },
      command: { name: 'write_plan', input: { items: steps } },
    });
  }

  async function pause(): Promise<void> {
    for (const run of bench.timers.splice(0)) run();
    await sleep(5);
  }

  it('is called like the plan and shows the one that is named, on the screen, or chosen', async () => {
    await bench.run('openMarkdown', { session: ONE });
    assert.match(
      await bench.textOf(),
      /^# First\n\nRevision 2: 0 of 2 steps.*\n\nWhy not\n\n- \[ \]/,
    );
    await bench.run('openMarkdown', { session: ONE, revision: 1, webview: 'x' });
    assert.match(
      await bench.textOf(),
      /\nRevision 1: 1 of 2 steps.*\n\nWhy not\n\n- \[x\] Do one\n/,
    );
    bench.shown.key = ONE;
    await bench.run('openMarkdown');
    assert.deepEqual(bench.picks, []);
    bench.shown.key = undefined;
    await bench.run('openMarkdown');
    assert.equal(bench.picks.length, 1);
    assert.deepEqual(names(), [
      '/First.md',
      '/First (revision 1).md',
      '/First.md',
      '/bug x command quit.md',
    ]);
    await bench.run('openMarkdown', { session: ONE, revision: 3 });
    assert.equal(last(), 'This plan has no revision 3; its latest is 2.');
    await bench.run('openMarkdown', { session: 'nobody' });
    assert.equal(last(), 'This plan was deleted meanwhile.');
    assert.equal(bench.open.length, 4);
  });

  it('goes on with the plan, many commits at once; the one of a revision stays', async () => {
    await bench.run('openMarkdown', { session: ONE });
    await bench.run('openMarkdown', { session: ONE, revision: 2 });
    await bench.run('openMarkdown', { session: TWO });
    const [live, fixed] = bench.open;
    const before = await bench.files?.stat(live ?? assert.fail());
    await goOn('x');
    await goOn('y');
    await goOn('z');
    assert.deepEqual(bench.changes, ['/First.md']);
    await pause();
    assert.deepEqual(bench.changes, ['/First.md', '/First.md']);
    assert.match(await bench.textOf(live), /Revision 5: .*\n- \[ \] z\n$/s);
    assert.match(await bench.textOf(fixed), /^# First\n\nRevision 2: /);
    const after = await bench.files?.stat(live ?? assert.fail());
    assert.notEqual(after?.mtime, before?.mtime);
    assert.deepEqual(await bench.files?.stat(live ?? assert.fail()), after);
    await pause();
    await goOn('x', TWO);
    assert.deepEqual(bench.changes.slice(2), ['/bug x command quit.md']);
  });

  it('follows what another window writes, and says that a deleted plan is gone', async () => {
    await bench.run('openMarkdown', { session: ONE });
    const other = bench.plans.open();
    const loaded = await other.load(ONE);
    const plan = aPlan(3, [aStep('one', { description: 'From there' })]);
    await other.append(ONE, loaded?.generation ?? 0, aPlanCommit(ONE, 3, { title: 'First', plan }));
    while (bench.changes.length === 0) await sleep(10);
    assert.match(await bench.textOf(), /From there/);
    await pause();
    await (await bench.host.maintenance()).trash(ONE);
    while (bench.changes.length === 1) await sleep(10);
    assert.match(await bench.textOf(), /^This plan is no longer there\. "Restore Deleted Plan"/);
  });

  it('says why it cannot be shown, whatever the address, and takes no writes', async () => {
    await bench.run('openMarkdown', { session: TWO });
    const [address] = bench.open;
    assert.ok(address && bench.files);
    assert.throws(() => bench.files?.writeFile(address), /NoPermissions/);
    const at = (query: string) => bench.textOf({ ...address, query });
    for (const query of ['', '{', '{"session":5}', '{"session":"x","revision":0}', '[]'])
      assert.equal(await at(query), 'There is no plan at this address.', query);
    const lost = await at(JSON.stringify({ session: TWO, revision: 9 }));
    assert.equal(lost, 'There is no revision 9 of this plan, or it cannot be read.');
    writeFileSync(bench.plans.file(TWO), 'no database');
    assert.match(await bench.textOf(address), /damaged|cannot be read|not readable/);
    assert.ok(bench.log.entries.some(({ level }) => level === 'error'));
  });

  it('[FC.49] has a name that is one, whatever the title is', async () => {
    const uriOf = (title: string) => bench.planUri(title, { session: title });
    fc.assert(
      fc.property(hardTexts, (title) => {
        const { path, query } = uriOf(title);
        assert.match(path, /^\/[\p{L}\p{N}][^/\\:<>"|?*\p{Cc}\p{Cf}\p{Cs}]*\.md$/u);
        assert.deepEqual(JSON.parse(query), { session: title });
        assert.doesNotMatch(query, /\p{Cs}/u);
      }),
    );
  });
});
