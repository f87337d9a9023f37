import assert from 'node:assert/strict';
import { SessionsModel } from '../../webview/sessions/sessionsModel';
import { changeOf, listOf, rowOf } from './sessionFixtures';

const host = {
  send: () => undefined,
  openRevision: () => Promise.reject(new Error()),
  planMode: () => Promise.reject(new Error('unused')),
  revisionsBefore: () => Promise.reject(new Error()),
  loadState: () => undefined,
  saveState: () => undefined,
};

function newModel(): SessionsModel {
  return new SessionsModel({ host, texts: { text: (key) => key }, announce: () => undefined });
}

const shown = (model: SessionsModel): string[] => model.shown.value.map((row) => row.title);
const rows = (...titles: string[]) => titles.map((title, ago) => rowOf(title, ago));

describe('sessionsModel', () => {
  it('shows parts as they come, and knows when all have come', () => {
    const model = newModel();
    model.receive(listOf(rows('a', 'b'), { done: false }));
    assert.deepEqual([shown(model), model.done.value], [['a', 'b'], false]);
    model.receive(listOf([rowOf('c', 9)], { part: 'more' }));
    assert.deepEqual([shown(model), model.done.value], [['a', 'b', 'c'], true]);
    model.receive(changeOf([rowOf('c', -1)], [rowOf('a', 0).session]));
    assert.deepEqual(shown(model), ['c', 'b']);
  });

  it('keeps the rows on the screen while the list is read anew; what is gone goes at the end', () => {
    const model = newModel();
    model.receive(listOf(rows('a', 'b', 'c')));
    model.receive(listOf([rowOf('a', 0)], { done: false }));
    assert.deepEqual(shown(model), ['a', 'b', 'c']);
    model.receive(changeOf([rowOf('d', 8)]));
    assert.deepEqual(shown(model), ['a', 'b', 'c', 'd'], 'a change ends no reading');
    model.receive(listOf([rowOf('c', 2)], { part: 'more', done: true }));
    assert.deepEqual(shown(model), ['a', 'c', 'd']);
  });

  it('keeps what it has when the store cannot be listed, and says so', () => {
    const model = newModel();
    model.receive(listOf(rows('a')));
    const problem = { kind: 'unreadable', message: 'Locked.' } as const;
    model.receive(listOf([], { problem }));
    assert.deepEqual([shown(model), model.problem.value], [['a'], problem]);
    model.receive(listOf(rows('b')));
    assert.deepEqual([shown(model), model.problem.value], [['b'], undefined]);
  });

  it('waits for nothing more, and drops nothing, when the store fails in the middle', () => {
    const model = newModel();
    model.receive(listOf(rows('a', 'b')));
    model.watch(true);
    model.receive(listOf([rowOf('a', 0)], { done: false }));
    const problem = { kind: 'unreadable', message: 'Locked.' } as const;
    model.receive({ ...changeOf([]), problem });
    assert.deepEqual([shown(model), model.done.value], [['a', 'b'], true]);
    model.receive(listOf([rowOf('a', 0)]));
    assert.deepEqual([shown(model), model.problem.value], [['a'], undefined]);
  });

  it('moves no row while it stands still, but shows what is new in it', () => {
    const model = newModel();
    model.receive(listOf(rows('a', 'b', 'c')));
    model.stand(true);
    assert.deepEqual(model.waiting.value, { added: 0, isMoved: false });
    model.receive(changeOf([rowOf('c', -1, { completed: 1 }), rowOf('new', -2)]));
    assert.deepEqual(shown(model), ['a', 'b', 'c']);
    assert.equal(model.shown.value[2]?.completed, 1);
    assert.deepEqual(model.waiting.value, { added: 1, isMoved: true });
    model.sortAgain();
    assert.deepEqual(shown(model), ['new', 'c', 'a', 'b']);
    assert.deepEqual(model.waiting.value, { added: 0, isMoved: false });
    model.receive(changeOf([rowOf('b', -3)], [rowOf('a', 0).session]));
    assert.deepEqual(shown(model), ['new', 'c', 'b'], 'what is gone goes at once');
    model.stand(false);
    assert.deepEqual(shown(model), ['b', 'new', 'c']);
  });

  it('stands still only when everything has come', () => {
    const model = newModel();
    model.stand(true);
    model.receive(listOf(rows('a', 'b'), { done: false }));
    model.receive(listOf([rowOf('c', -1)], { part: 'more' }));
    assert.deepEqual(shown(model), ['c', 'a', 'b']);
    model.receive(changeOf([rowOf('b', -2)]));
    assert.deepEqual(shown(model), ['c', 'a', 'b']);
  });

  it('searches anew also while it stands still', () => {
    const model = newModel();
    model.receive(listOf(rows('one', 'two')));
    model.stand(true);
    model.receive(changeOf([rowOf('twofold', -1)]));
    model.search('TWO');
    assert.deepEqual(shown(model), ['twofold', 'two']);
    model.receive(changeOf([rowOf('two more', -2)]));
    assert.deepEqual(shown(model), ['twofold', 'two']);
    model.toggle('needsYou');
    assert.deepEqual([shown(model), model.isNarrowed.value], [[], true]);
    model.clear();
    assert.deepEqual(shown(model), ['two more', 'twofold', 'one', 'two']);
    assert.equal(model.isNarrowed.value, false);
  });

  it('says how many it found once, when typing rests', async () => {
    const said: string[] = [];
    const model = new SessionsModel({
      host,
      texts: { text: (...parts) => parts.join(' ') },
      announce: (text) => said.push(text),
    });
    model.receive(listOf(rows('one', 'two', 'three')));
    for (const text of ['o', 'on', 'one']) model.search(text);
    assert.deepEqual(said, []);
    await new Promise((resolve) => setTimeout(resolve, 900));
    assert.deepEqual(said, ['sessionsFound 1']);
    model.search('nowhere');
    await new Promise((resolve) => setTimeout(resolve, 900));
    assert.deepEqual(said, ['sessionsFound 1', 'noMatch']);
  });
});
