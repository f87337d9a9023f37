import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import {
  type BodyOf,
  PROTOCOL_VERSION,
  type SessionMessage,
} from '../../../src/protocol/webviewMessages';
import { digest } from '../../../src/host/digest';
import { PlanService } from '../../../src/service/planService';
import { PlanSession } from '../../../webview/planSession';
import { fakeClock } from '../../support/fakeClock';
import { fakeIds } from '../../support/fakeIds';
import { fakeLog } from '../../support/fakeLog';
import { fakeProcess } from '../../support/fakeProcess';
import { SqliteFolder } from '../../support/sqliteFolder';
import { FakePlanReader } from '../fakePlanReader';
import { kinds, openFeed } from './planViewFeedBench';

const CHAT = 'vscode-chat-session://local/one';

/** The view's end of the line: what it holds after these messages. */
class Viewer {
  readonly #session = new PlanSession(() => assert.fail('The view missed something.'));

  take(posts: readonly BodyOf<SessionMessage>[]): void {
    for (const post of posts) {
      this.#session.receive({ v: PROTOCOL_VERSION, ...post });
    }
  }

  /** The call that wrote the plan, and the calls of the listed revisions, newest first. */
  get calls(): (string | undefined)[] {
    const { content } = this.#session.held;
    if (typeof content === 'string') return [];
    return [content.plan?.call_id, ...content.revisions.map((line) => line.call_id)];
  }
}

/** Revisions and what is said of each, from the newest posted snapshot. */
function lines(posts: readonly BodyOf<SessionMessage>[]) {
  const snapshot = posts.findLast((post) => post.kind === 'snapshot');
  assert.ok(snapshot?.kind === 'snapshot' && snapshot.content.state === 'plan');
  return snapshot.content.view.revisions.map(({ revision, changes }) => [revision, changes]);
}

/** A service over the real store, and the calls of one chat. */
function openChat(folder: SqliteFolder) {
  const store = folder.open();
  const service = new PlanService({
    store: () => Promise.resolve(store),
    clock: fakeClock(),
    digest,
    ids: fakeIds(),
    process: fakeProcess(),
    log: fakeLog(),
  });
  const commit = async (call_id: string, expected_revision: number): Promise<void> => {
    const steps = [{ id: 'a', description: call_id, status: 'pending' } as const];
    const result = await service.execute({
      ...{ kind: 'guest_call', session: CHAT, turn_id: 'turn', call_id },
      origin: { coworker: 'chat', configuration: { planning: true, subtasks: false } },
      command: { name: 'update_plan', input: { expected_revision, steps } },
    });
    assert.equal(result.isError, false);
  };
  return { service, commit };
}

describe('planViewFeed over a history that was not what it seemed', () => {
  let folder: SqliteFolder;
  beforeEach(() => (folder = new SqliteFolder()));
  afterEach(() => folder.dispose());

  it('[FC.8] shows what follows the last good copy, when the file was damaged meanwhile', async () => {
    const { service, commit } = openChat(folder);
    const { feed, settle } = openFeed(service);
    const viewer = new Viewer();
    const shows = async (...calls: string[]): Promise<void> => {
      for (let tries = 0; tries < 100 && viewer.calls.join() !== calls.join(); tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        viewer.take(await settle());
      }
      assert.deepEqual(viewer.calls, calls);
    };
    await commit('first', 0);
    await commit('lost', 1);
    feed.follow(CHAT);
    feed.show();
    await shows('lost', 'lost', 'first');
    writeFileSync(folder.file(CHAT), '');
    await commit('second', 1);
    await shows('second', 'second', 'first');
    await commit('third', 2);
    await shows('third', 'third', 'second', 'first');
  });

  it('lets the view forget when the stored session went back', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 5);
    feed.follow('a');
    feed.show();
    await settle();
    reader.rewind('a', 3);
    reader.tell('a', []);
    assert.deepEqual(kinds(await settle()), ['reset a', 'snapshot a plan at 3']);
    reader.commit('a');
    assert.deepEqual(kinds(await settle()), ['event a 3-4']);
  });

  for (const { went, grew, told } of [
    { went: 3, grew: 0, told: false },
    { went: 4, grew: 1, told: false },
    { went: 4, grew: 1, told: true },
    { went: 2, grew: 6, told: false },
    { went: 2, grew: 6, told: true },
    { went: 0, grew: 0, told: false },
    { went: 0, grew: 7, told: false },
  ]) {
    for (const hidden of [false, true]) {
      const how = `back to ${String(went)} and on by ${String(grew)}, ${told ? '' : 'un'}told`;
      it(`shows what is stored after 5 commits, ${how}${hidden ? ', while hidden' : ''}`, async () => {
        const { reader, feed, settle } = openFeed(new FakePlanReader());
        const viewer = new Viewer();
        reader.commit('a', 5);
        feed.follow('a');
        feed.show();
        viewer.take(await settle());
        if (hidden) feed.pause();
        reader.rewind('a', went);
        if (told) reader.commit('a', grew);
        else reader.commitUnheard('a', grew);
        // Untold, it is found when somebody looks: the panel comes back, or Try Again is pressed.
        if (hidden || !told) feed.show();
        viewer.take(await settle());
        const calls = (reader.sessions.get('a') ?? []).map((event) => event.call_id).reverse();
        assert.deepEqual(viewer.calls, calls.length > 0 ? [calls[0], ...calls] : []);
      });
    }
  }

  it('drops a snapshot that was on its way when the session went back', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    const viewer = new Viewer();
    reader.commit('a', 3);
    feed.follow('a');
    feed.show();
    viewer.take(await settle());
    let open: () => void = () => undefined;
    reader.gate = new Promise((resolve) => (open = resolve));
    feed.show();
    reader.rewind('a', 2);
    reader.commit('a');
    open();
    const posts = await settle();
    assert.deepEqual(kinds(posts), ['reset a', 'snapshot a plan at 3']);
    viewer.take(posts);
    assert.deepEqual(viewer.calls, ['commit-4', 'commit-4', 'commit-2', 'commit-1']);
  });

  it('does not take a commit that it has read already for one after a step back', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 2);
    const late = reader.commitUnheard('a', 2);
    feed.follow('a');
    feed.show();
    await settle();
    reader.tell('a', late);
    assert.deepEqual(kinds(await settle()), []);
  });

  it('keeps the lines that can be read where older events are not kept', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 9);
    reader.forgotten = 5;
    feed.follow('a');
    feed.show();
    assert.deepEqual(lines(await settle()), [
      [9, []],
      [8, []],
      [7, []],
      [6, null],
    ]);
    assert.deepEqual(await feed.revision('a', 4), { ok: false, error: 'not_found' });
    assert.ok((await feed.revision('a', 6)).ok);
  });

  it('leaves out the one line of an event that cannot be read', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 450);
    reader.lost.add(300).add(449);
    feed.follow('a');
    feed.show();
    const listed = lines(await settle());
    assert.deepEqual(listed.slice(0, 3), [
      [450, null],
      [448, []],
      [447, []],
    ]);
    assert.equal(listed.length, 448);
    assert.deepEqual(
      listed.filter(([, changes]) => changes === null).map(([revision]) => revision),
      [450, 301],
    );
  });

  it('names the current revision also where its event cannot be read', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 3);
    reader.lost.add(3);
    feed.follow('a');
    feed.show();
    assert.deepEqual(
      lines(await settle()).map(([revision, changes]) => [revision, changes !== null]),
      [
        [3, false],
        [2, true],
        [1, true],
      ],
    );
    reader.commit('a');
    const [event] = await settle();
    assert.ok(event?.kind === 'event');
    assert.deepEqual(event.revisions[0]?.changes, []);
  });

  it('reads no more of a long history than it lists, however little of it can be read', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 20_000);
    feed.follow('a');
    feed.show();
    const listed = lines(await settle());
    assert.deepEqual([listed.length, listed.at(-1)], [1_000, [19_001, []]]);
    assert.ok(reader.eventReads <= 6, `${String(reader.eventReads)} reads`);
    reader.forgotten = 19_999;
    reader.eventReads = 0;
    feed.follow(undefined);
    feed.follow('a');
    assert.deepEqual(lines(await settle()), [[20_000, null]]);
    assert.ok(reader.eventReads <= 50, `${String(reader.eventReads)} reads`);
  });
});
