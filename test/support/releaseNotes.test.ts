import assert from 'node:assert/strict';
import { assertNext, notesOf, released } from './releaseNotes';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A thing.

## [0.1.0] - 2026-01-01

- The first.
`;

describe('the changelog of a release', () => {
  it('has what was unreleased under the version, and room for what is to come', () => {
    const text = released(CHANGELOG, '0.2.0', '2026-02-02');
    assert.match(
      text,
      /## \[Unreleased\]\n\n## \[0\.2\.0\] - 2026-02-02\n\n### Added\n\n- A thing\./,
    );
    assert.equal(notesOf(text, '0.2.0'), '### Added\n\n- A thing.\n');
    assert.equal(notesOf(text, '0.1.0'), '- The first.\n');
  });

  it('is none where nothing is to be told, or the version was there before', () => {
    const text = released(CHANGELOG, '0.2.0', '2026-02-02');
    assert.throws(() => released(text, '0.3.0', '2026-02-03'), /nothing under \[Unreleased\]/);
    assert.throws(() => released(CHANGELOG, '0.1.0', '2026-02-03'), /has a part of 0\.1\.0/);
    assert.throws(() => notesOf(text, '0.3.0'), /says nothing of 0\.3\.0/);
  });

  it('goes up by one step', () => {
    for (const next of ['0.1.3', '0.2.0', '1.0.0']) {
      assert.doesNotThrow(() => {
        assertNext('0.1.2', next);
      });
    }
    for (const next of ['0.1.2', '0.1.4', '0.3.0', '0.1.1', '2.0.0', 'v0.2.0', '0.2.0-beta']) {
      assert.throws(() => {
        assertNext('0.1.2', next);
      }, /does not follow 0\.1\.2/);
    }
  });
});
