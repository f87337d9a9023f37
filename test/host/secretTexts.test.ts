import assert from 'node:assert/strict';
import { SecretTexts } from '../../src/host/secretTexts';
import { fakeLog } from '../support/fakeLog';

describe('passwords that a process knows', () => {
  it('are in no line of its log, in whatever form and whoever wrote it', () => {
    const secrets = new SecretTexts();
    secrets.learn('postgres://ada:s%2Fe%23cret@db.example/plans');
    secrets.learn('redis://db.example');
    const log = fakeLog();
    const clean = secrets.outOf(log);
    const cause = Object.assign(new Error('inner s/e#cret'), { config: { password: 's/e#cret' } });
    clean.info('with s/e#cret');
    clean.warn('at postgres://ada:s%2Fe%23cret@db.example');
    clean.error('failed with s/e#cret', new Error('outer', { cause }));
    clean.error('another', new Error('harmless'));
    const written = JSON.stringify(log.entries);
    assert.doesNotMatch(written, /e(?:#|%23)cret/);
    assert.match(written, /with \*\*\*/);
    assert.match(written, /outer/);
    assert.equal(log.entries.length, 4);
  });
});
