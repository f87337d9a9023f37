import assert from 'node:assert/strict';
import { parseCommandLine } from '../../src/server/commandLine';
import { DocumentRun } from './documentRun';
import { PackageProject } from '../support/packageProject';
import { DOCUMENTS, documentText, samplesOf } from './documentSamples';

/** Whose samples need more than the server, with the tests that look at them. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'docs/participants.md': ['json', 'ts'],
  'docs/stores.md': ['conf', 'redis'],
  'examples/team-postgres/README.md': ['psql', 'sh'],
};

describe('the samples in documents', function () {
  this.timeout(240_000);

  it('are in languages that a test tries', () => {
    const unknown = Object.entries(ELSEWHERE).flatMap(([document, languages]) =>
      samplesOf(document).filter(({ language }) => !languages.includes(language)),
    );
    assert.deepEqual(
      unknown.map(({ place, language }) => `${place} ${language}`),
      [],
    );
  });

  for (const document of DOCUMENTS.filter((name) => !Object.hasOwn(ELSEWHERE, name))) {
    const samples = samplesOf(document);
    if (samples.length === 0) continue;
    it(`do in ${document} what it says that they do`, async () => {
      const run = new DocumentRun();
      try {
        for (const sample of samples) {
          await run.follow(sample).catch((error: unknown) => {
            throw new Error(`${sample.place}: ${String(error)}`, { cause: error });
          });
        }
      } finally {
        await run.dispose();
      }
    });
  }

  it('in JavaScript fit the types of the client', async () => {
    const programs = DOCUMENTS.flatMap((document) =>
      samplesOf(document).filter(({ language }) => language === 'js'),
    ).reduce<string[]>((all, { text }) => {
      // As they are run: one that begins with no import goes on with the one before it.
      if (text.startsWith('import ')) return [...all, text];
      return [...all.slice(0, -1), `${all.at(-1) ?? ''}\n${text}`];
    }, []);
    assert.ok(programs.length >= 2);
    const project = await PackageProject.create();
    try {
      const files = programs.map((text, at) => [`program${String(at)}.mjs`, text]);
      const options = { allowJs: true, checkJs: true, types: ['node'] };
      assert.equal(await project.compiled('js', Object.fromEntries(files), options), '');
    } finally {
      project.dispose();
    }
  });

  it('of commands in the text are ones that the server knows', () => {
    const commands = DOCUMENTS.flatMap((document) =>
      [...documentText(document).matchAll(/`session-plans (-?[^`]*)`/g)].map(
        ([, args = '']) => args,
      ),
    );
    assert.ok(commands.length > 5);
    for (const args of commands) assert.doesNotThrow(() => parseCommandLine(args.split(' ')), args);
  });
});
