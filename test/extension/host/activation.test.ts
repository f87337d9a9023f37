import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const ID = 'session-plans.session-plans';

describe('the extension in its host', () => {
  it('is found and activates', async () => {
    const extension = vscode.extensions.getExtension(ID);
    assert.ok(extension, `${ID} is not installed`);
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('asks for no proposed API, so that it can be published', () => {
    const manifest = vscode.extensions.getExtension(ID)?.packageJSON as Record<string, unknown>;
    assert.equal(manifest['enabledApiProposals'], undefined);
  });
});
