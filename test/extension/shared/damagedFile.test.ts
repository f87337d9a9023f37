import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

describe('a damaged file of a plan', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  it('[FC.8] is told in the panel, kept aside once, and never overwritten; the last good copy goes on', async () => {
    await product.chat.newChat();
    const { session = '' } = await product.agentCalls(
      'Start',
      updatePlan(0, stepsOf('sound', 4, 0)),
      updatePlan(1, stepsOf('sound', 4, 1)),
    );
    await product.panelShows(/Revision 2\b/);
    const live = product.fileOf(session);
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
    const aside = readdirSync(product.storage).filter((name) => name.includes('.damaged'));
    assert.equal(aside.length, 1, aside.join(', '));
    assert.deepEqual(readFileSync(join(product.storage, aside[0] ?? '')), half);
  });

  it('[FC.8][FC.9] without a good copy is an error for that chat only, without a destructive word', async () => {
    await product.chat.newChat();
    const start = updatePlan(0, stepsOf('lost', 2, 0));
    const { session = '' } = await product.agentCalls('Start', start);
    await product.panelShows('lost: part 1');
    const live = product.fileOf(session);
    const whole = readFileSync(live);
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
    writeFileSync(live, whole);
  });
});
