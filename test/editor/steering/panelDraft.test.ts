import assert from 'node:assert/strict';
import { type Draft, EMPTY_DRAFT } from '../../../src/domain/steering/draft';
import { openView } from '../panel/planViewBench';

const seen = { id: 'a', description: 'A', status: 'pending' } as const;
const DRAFT: Draft = { changes: [{ kind: 'text', step: seen, text: 'B' }] };

async function open() {
  const view = await openView();
  view.reader.commit('a');
  view.kept.set('a', DRAFT);
  view.say({ kind: 'ready' });
  return view;
}

describe('what a panel is told of a draft', () => {
  it('[FC.33] gets the draft of its session behind the reset, and of none nothing', async () => {
    const { posts, heard, follow, looked } = await open();
    const draft = posts.find(({ kind }) => kind === 'draft');
    assert.deepEqual(draft, { v: draft?.v, kind: 'draft', session: 'a', draft: DRAFT });
    const kinds = await heard();
    assert.ok(kinds.indexOf('reset') < kinds.indexOf('draft'));
    assert.deepEqual(looked, ['a']);
    follow('b');
    assert.equal((await heard()).filter((kind) => kind === 'draft').length, 1);
    follow('c');
    assert.deepEqual(
      (await heard()).filter((kind) => kind === 'draft'),
      [],
    );
    follow('a');
    assert.equal((await heard()).filter((kind) => kind === 'draft').length, 1);
  });

  it('[FC.33] has what it sends kept under the session that it names, and looked at unless it is being typed', async () => {
    const { say, kept, looked, heard, log } = await open();
    await heard();
    const typing = { step: 'a', text: 'B', was: 'A', from: 1, to: 1 };
    say({ kind: 'draft', session: 'b', draft: { ...EMPTY_DRAFT, typing } });
    assert.deepEqual(kept.get('b'), { changes: [], typing });
    assert.deepEqual(looked, ['a']);
    say({ kind: 'draft', session: 'b', draft: DRAFT });
    assert.deepEqual(looked, ['a', 'b']);
    say({ kind: 'draft', session: 'b', draft: null });
    assert.equal(kept.get('b'), null);
    say({ kind: 'draft', session: 'b', draft: { changes: [{ kind: 'rewrite' }] } });
    assert.equal(kept.get('b'), null);
    assert.equal(log.entries.length, 1);
  });

  it('is told what became of it elsewhere, and what commands ask; a hidden one is told when it is back', async () => {
    const { posts, heard, draftChanged, steered, setVisible, inFront, kept, disposed } =
      await open();
    await heard();
    draftChanged.fire({ session: 'a', draft: null, done: 3 });
    draftChanged.fire({ session: 'b', draft: DRAFT });
    steered.fire('addStep');
    const [draft, steer, ...more] = posts.splice(0);
    assert.deepEqual(
      [draft, steer],
      [
        { v: draft?.v, kind: 'draft', session: 'a', draft: null, done: 3 },
        { v: draft?.v, kind: 'steer', action: 'addStep' },
      ],
    );
    assert.deepEqual(more, []);
    assert.equal(inFront.size, 1);
    setVisible(false);
    draftChanged.fire({ session: 'a', draft: DRAFT });
    steered.fire('addStep');
    assert.deepEqual([posts.length, inFront.size], [0, 0]);
    kept.set('a', null);
    setVisible(true);
    assert.ok((await heard()).includes('draft'), 'it may still show the one of before');
    disposed.fire();
    assert.equal(inFront.size, 0);
  });
});
