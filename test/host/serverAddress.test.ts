import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../src/domain/planError';
import {
  parseServerAddress,
  serverKindOf,
  shownAddress,
  withPassword,
  withTls,
} from '../../src/host/servers/serverAddress';

describe('the address of a store on a server', () => {
  it('says where it is, who connects and how', () => {
    assert.deepEqual(parseServerAddress('postgres://ada:s%2Fe%23c@db.example/plans'), {
      ...{ kind: 'postgres', host: 'db.example', port: 5432, user: 'ada', password: 's/e#c' },
      ...{ database: 'plans', tls: 'checked', caFile: undefined },
    });
    assert.deepEqual(parseServerAddress('rediss://:secret@[::1]:7000/3?sslrootcert=/ca.pem'), {
      ...{ kind: 'redis', host: '::1', port: 7000, user: undefined, password: 'secret' },
      ...{ database: '3', tls: 'checked', caFile: '/ca.pem' },
    });
    assert.equal(serverKindOf('POSTGRESQL://x'), 'postgres');
    assert.equal(serverKindOf('sqlite:x'), undefined);
  });

  it('has the way encrypted and the certificate checked unless it says otherwise or leaves no machine', () => {
    const tls = (text: string) => parseServerAddress(text).tls;
    assert.equal(tls('postgres://db.example'), 'checked');
    assert.equal(tls('postgres://db.example?sslmode=require'), 'checked');
    assert.equal(tls('postgres://db.example?sslmode=no-verify'), 'unchecked');
    assert.equal(tls('postgres://db.example?sslmode=disable'), 'off');
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      assert.equal(tls(`postgres://${host}`), 'off');
    assert.equal(tls('postgres://localhost?sslmode=verify-full'), 'checked');
    assert.deepEqual([tls('redis://db.example'), tls('rediss://localhost')], ['off', 'checked']);
  });

  it('can be asked to go another way, and says it back', () => {
    for (const url of ['postgres://ada:s@db.example/x?sslmode=require', 'redis://db.example/1']) {
      for (const tls of ['off', 'checked', 'unchecked'] as const) {
        const { kind, host, database } = parseServerAddress(url);
        const other = parseServerAddress(withTls(url, tls));
        assert.deepEqual([other.tls, other.host, other.database], [tls, host, database], kind);
        assert.equal(other.caFile, undefined);
      }
      const trusting = parseServerAddress(withTls(url, 'checked', '/a b/ca.pem'));
      assert.deepEqual([trusting.tls, trusting.caFile], ['checked', '/a b/ca.pem']);
    }
  });

  it('is refused in one sentence that has nothing secret in it', () => {
    for (const [text, said] of [
      ['', /no connection string/],
      ['plans', /no connection string/],
      ['mysql://u:hidden@h', /no connection string/],
      ['postgres:hidden', /no connection string/],
      ['postgres://u:hid#den@h/x', /no connection string/],
      ['postgres:///x', /no connection string|names no host/],
      ['postgres://u:hidden@h?sslmode=prefer', /disable, no-verify, require/],
      ['postgres://u:hidden@h?sslmode=constructor', /disable, no-verify, require/],
      ['postgres://u:hidden@h?host=elsewhere', /known here of host/],
      ['redis://u:hidden@h/name', /have numbers/],
      ['redis://u:hidden@h?sslmode=require', /rediss/],
      ['rediss://u:hidden@h?sslmode=disable', /rediss/],
    ] as const) {
      assert.throws(
        () => parseServerAddress(text),
        (error) =>
          PlanError.is(error, 'invalid_input') &&
          said.test(error.message) &&
          !error.message.includes('hid'),
        text,
      );
    }
  });

  it('is shown without the password, whatever that is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (password) => {
        fc.pre(!/\p{Cs}/u.test(password));
        const url = withPassword('postgres://ada@db.example:1/x', password);
        assert.equal(parseServerAddress(url).password, password);
        assert.equal(shownAddress(url), 'postgres://ada@db.example:1/x');
        assert.equal(withPassword(url, 'another'), url);
      }),
    );
  });
});
