import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../src/domain/planError';
import { sentence, type Sentence } from '../../src/domain/sentence';
import { reasonOf, toStoreError } from '../../src/stores/sqlite/storeFailure';
import { fakeLog } from '../support/fakeLog';
import { fakeVscode } from '../support/fakeVscode';
import { loadWithVscode } from '../support/loadWithVscode';

const GERMAN: Readonly<Record<string, string>> = {
  '{0}: {1}.': '{0} ({1}).',
  'The plan could not be saved': 'Der Plan wurde nicht gespeichert',
  'the disk is read-only': 'nur lesbar',
  'Step {0} of "{1}" is not as it was stored: {2}. Its row is kept in the file.':
    '„{1}“, Schritt {0}: {2}',
  'its {0} cannot be read and it is not shown': '{0} ist unlesbar',
  'There is no such session.': 'Die Sitzung gibt es nicht.',
};

describe('sentences in the language of the editor', () => {
  const shown: string[] = [];
  const load = <Exports>(file: string): Promise<Exports> => {
    const { vscode } = fakeVscode();
    const { t } = vscode.l10n;
    vscode.l10n.t = (text, ...values) => t(GERMAN[text] ?? text, ...values);
    const showErrorMessage = (text: string) => Promise.resolve(void shown.push(text));
    return loadWithVscode(file, { ...vscode, window: { showErrorMessage } });
  };
  let inWords: (sentence: Sentence) => string;
  before(async () => {
    ({ inWords } = await load<{ inWords: typeof inWords }>('src/editor/inWords.ts'));
  });

  it('are what notifications and answers in chat say, while the log has English', async () => {
    const file = 'src/editor/commands/commandRegistration.ts';
    const { tellOfFailure } =
      await load<typeof import('../../src/editor/commands/commandRegistration')>(file);
    const chat = 'src/editor/participant/endings.ts';
    const { failureWords } =
      await load<typeof import('../../src/editor/participant/endings')>(chat);
    const error = new PlanError('session_not_found', 'There is no such session.');
    const log = fakeLog();
    await tellOfFailure('openPlan', error, log);
    assert.deepEqual(shown, ['Die Sitzung gibt es nicht.']);
    assert.equal(failureWords(error, log), 'Die Sitzung gibt es nicht.');
    assert.match(log.entries.at(-1)?.message ?? '', /There is no such session\./);
  });

  it('are translated with all that stands in them, in the order of the language', () => {
    const cause = Object.assign(new Error('x'), { code: 'EROFS' });
    const error = toStoreError(cause, sentence`The plan could not be saved`, '/a');
    assert.ok(PlanError.is(error));
    assert.equal(error.message, 'The plan could not be saved: the disk is read-only.');
    assert.equal(inWords(error.sentence), 'Der Plan wurde nicht gespeichert (nur lesbar).');
    assert.equal(inWords(reasonOf('EXYZ')), 'the file system answered EXYZ');
    const constant = new PlanError('session_not_found', 'There is no such session.');
    assert.equal(inWords(constant.sentence), 'Die Sitzung gibt es nicht.');
  });

  it('[FC.49] show what is not ours as it is, also where it looks like a place or like a text of ours', () => {
    const odd = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(\{[0-3a]?\}?|\$[&1]|x)*$/),
      fc.constantFrom(...Object.keys(GERMAN)),
    );
    fc.assert(
      fc.property(odd, odd, fc.nat(), (title, field, n) => {
        const why = sentence`its ${field} cannot be read and it is not shown`;
        const said = sentence`Step ${n} of "${title}" is not as it was stored: ${why}. Its row is kept in the file.`;
        assert.equal(inWords(said), `„${title}“, Schritt ${String(n)}: ${field} ist unlesbar`);
      }),
    );
  });
});
