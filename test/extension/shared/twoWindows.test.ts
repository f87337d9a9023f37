import assert from 'node:assert/strict';
import { type Product, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

describe('two windows on one workspace', () => {
  let here: Product;
  let there: Product;

  before(async () => {
    here = await sharedWindow();
    await here.chat.newChat();
    await here.agentCalls('Start', updatePlan(0, stepsOf('move', 3, 0), 'Move the importer'));
    there = await here.beside();
  });

  after(() => there.window.close());

  it('[FC.19] show what the other one wrote, live and without a reload', async () => {
    await there.panelShows(/Revision 1\b/);
    await there.statusBarShows('0/3');
    await here.agentCalls('Go on', updatePlan(1, stepsOf('move', 3, 2)));
    const written = performance.now();
    await there.panelShows(/Revision 2\b/);
    await there.statusBarShows('2/3');
    const late = performance.now() - written;
    assert.ok(late < 2_000, `seen after ${late.toFixed(0)} ms`);
    assert.equal(await there.revisions.count(), 2);
  });

  it('[FC.19] keep their plans apart: a chat of the other window changes nothing that is shown here', async () => {
    await there.chat.newChat();
    await there.agentCalls('Another goal', updatePlan(0, stepsOf('docs', 2, 1), 'Write the docs'));
    await there.panelShows('docs: part 1');
    await here.panelShows('move: part 3');
    await here.agentCalls('Finish', updatePlan(2, stepsOf('move', 3, 3)));
    await here.panelShows(/Revision 3\b/);
    await there.panelShows('docs: part 2');
    assert.equal(await there.panel.getByText('move: part').count(), 0);
    assert.equal(await here.panel.getByText('docs: part').count(), 0);
  });
});
