import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Product, stepsOf, updatePlan } from './product';

describe('a damaged file of a plan', () => {
  let product: Product;

  before(async () => {
    product = await Product.start();
  });

  after(() => product.stop());

  it('[FC.8] is told in the panel, kept aside once, and never overwritten; the last good copy goes on', async () => {
    await product.chat.newChat();
    await product.agentCalls(
      'Start',
      updatePlan(0, stepsOf('sound', 4, 0)),
      updatePlan(1, stepsOf('sound', 4, 1)),
    );
    await product.panelShows(/Revision 2\b/);
    const folder = sessionsFolder(product);
    const live = liveFile(folder);
    const half = readFileSync(live).subarray(0, Math.floor(statSync(live).size / 2));
    writeFileSync(live, half);

    await product.chat.control.executeCommand('workbench.view.explorer');
    await product.showPanel();
    await product.panelShows(/last good copy/i);
    await product.panelShows(/Revision 1\b/);

    assert.match(await product.planInChat(), /revision 1/);
    await product.agentCalls('Go on', updatePlan(1, stepsOf('sound', 4, 2)));
    await product.panelShows(/Revision 2\b/);
    await product.agentCalls('Go on', updatePlan(2, stepsOf('sound', 4, 3)));
    const aside = readdirSync(folder).filter((name) => name.includes('.damaged'));
    assert.equal(aside.length, 1, aside.join(', '));
    assert.deepEqual(readFileSync(join(folder, aside[0] ?? '')), half);
  });

  it('[FC.8][FC.9] without a good copy is an error for that chat only, without a destructive word', async () => {
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, stepsOf('lost', 2, 0)));
    await product.panelShows('lost: part 1');
    const folder = sessionsFolder(product);
    const live = liveFile(folder);
    writeFileSync(live, '');
    const { toolCalls } = await product.chat.ask('Go on', {
      replies: [{ toolCalls: [updatePlan(1, stepsOf('lost', 2, 1))] }, { text: 'Done.' }],
    });
    const text = toolCalls.at(-1)?.text ?? '';
    assert.match(text, /could not be read or saved/);
    assert.doesNotMatch(text, /delete|remove|reset|init|overwrite|\brm\b/i);
    assert.equal(statSync(live).size, 0);
    await product.panelShows('The stored plan cannot be read');
    await product.panelShows(/may be out of date/);

    await product.chat.newChat();
    const other = await product.agentCalls('Other', updatePlan(0, stepsOf('other', 2, 0)));
    assert.match(other.toolCalls.at(-1)?.text ?? '', /^Plan revision 1/);
  });
});

function sessionsFolder(product: Product): string {
  return join(
    product.workbench.profile.data,
    'User',
    'globalStorage',
    'session-plans.session-plans',
    'sessions',
  );
}

/** The newest database file of a session, not a copy of it. */
function liveFile(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{32}\.\w+$/.test(name));
  const [newest] = names
    .map((name) => join(folder, name))
    .filter((file) => !/good|bak/.test(file))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  assert.ok(newest, 'there is no file of a session');
  return newest;
}
