import assert from 'node:assert/strict';
import { devDependencies, engines } from '../../package.json';
import {
  addPageConfiguration,
  PAGE_CONFIGURATION,
  restoreProposalGate,
} from './workbench/patchWorkbench';
import { editorVersion, NEWEST, OLDEST } from './workbench/workbenchEdition';

describe('the patched workbench', () => {
  const callers = 'uc(a.description,"defaultChatParticipant");';

  it('answers for a proposal only when the extension declared it', () => {
    const source = `function KO(s,o){return!0}function uc(s,o){return!0}${callers}`;
    const patched = restoreProposalGate(source);
    assert.match(patched, /function KO\(s,o\)\{return!0\}/);
    const gate = new Function(`${patched.replace(callers, '')};return uc`)() as (
      extension: { enabledApiProposals?: string[] },
      name: string,
    ) => boolean;
    assert.equal(gate({}, 'chatProvider'), false);
    assert.equal(gate({ enabledApiProposals: ['other'] }, 'chatProvider'), false);
    assert.equal(gate({ enabledApiProposals: ['chatProvider'] }, 'chatProvider'), true);
  });

  it('is not installed when a place is missing or not the only one', () => {
    assert.throws(() => restoreProposalGate(`function KO(s,o){return!0}${callers}`));
    const two = `function uc(s,o){return!0}function uc(s,o){return!0}${callers}`;
    assert.throws(() => restoreProposalGate(two));
    assert.throws(() => addPageConfiguration('nothing'));
    const place = 'folderUri:w(this._environmentService.args["default-folder"])';
    assert.throws(() => addPageConfiguration(`${place},${place}`));
  });

  it('gets its page configuration whatever the compiler called its functions', () => {
    for (const [name, service] of [
      ['w', '_environmentService'],
      ['$x1', 'f'],
    ]) {
      const place = `folderUri:${name}(this.${service}.args["default-folder"])`;
      const patched = addPageConfiguration(`{remote:1,${place},trusted:0}`);
      assert.ok(patched.startsWith(`{remote:1,...JSON.parse(process.env.${PAGE_CONFIGURATION}`));
      assert.ok(patched.endsWith(`${place},trusted:0}`));
    }
  });

  it('is there in the oldest version that the extension asks for', () => {
    assert.equal(engines.vscode, `^${editorVersion(OLDEST)}`);
    assert.equal(devDependencies['@types/vscode'], editorVersion(OLDEST));
    assert.notEqual(editorVersion(NEWEST), editorVersion(OLDEST));
  });
});
