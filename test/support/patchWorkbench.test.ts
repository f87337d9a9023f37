import assert from 'node:assert/strict';
import { addPageConfiguration, restoreProposalGate } from './workbench/patchWorkbench';

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
  });
});
