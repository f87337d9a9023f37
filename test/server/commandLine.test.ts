import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PlanError } from '../../src/domain/planError';
import { parseCommandLine, UsageError } from '../../src/server/commandLine';
import { cacheFolder, dataFolder } from '../../src/server/userFolders';
import { storeAt } from '../../src/server/storeAddress';

describe('the command line of the server', () => {
  const parse = (line: string) => parseCommandLine(line.split(' ').filter(Boolean));

  it('says what the server is to be', () => {
    assert.deepEqual(parse('--help'), { kind: 'help' });
    assert.deepEqual(parse('-v'), { kind: 'version' });
    assert.deepEqual(parse('--stdio --store memory: --coworkers c'), {
      ...{ kind: 'stdio', store: 'memory:', coworkers: 'c', spec: undefined },
    });
    assert.deepEqual(parse('--stdio --spec s.yaml'), {
      ...{ kind: 'stdio', store: undefined, coworkers: undefined, spec: 's.yaml' },
    });
  });

  it('says which conversation of an agent it is', () => {
    assert.deepEqual(parse('--mcp'), {
      ...{ kind: 'mcp', session: undefined, coworker: undefined },
      ...{ store: undefined, coworkers: undefined, spec: undefined },
    });
    const all = '--mcp --session s --coworker c --coworkers d --store memory: --spec f';
    assert.deepEqual(parse(all), {
      ...{ kind: 'mcp', session: 's', coworker: 'c' },
      ...{ store: 'memory:', coworkers: 'd', spec: 'f' },
    });
  });

  it('says where to listen, for other machines only where that is said', () => {
    const http = {
      kind: 'http',
      tokens: 't',
      store: undefined,
      coworkers: undefined,
      spec: undefined,
    };
    for (const [given, host, port] of [
      ['127.0.0.1:0', '127.0.0.1', 0],
      ['localhost:8080', 'localhost', 8080],
      ['[::1]:1', '::1', 1],
      ['127.9.9.9:5', '127.9.9.9', 5],
    ] as const) {
      assert.deepEqual(parse(`--http ${given} --tokens t`), { ...http, host, port });
    }
    assert.deepEqual(parse('--http 0.0.0.0:1 --tokens t --allow-remote'), {
      ...{ ...http, host: '0.0.0.0', port: 1 },
    });
  });

  it('says what is to be done to which sessions', () => {
    const rest = { store: undefined, format: 'json', out: undefined };
    for (const verb of ['inspect', 'verify', 'compact', 'export'] as const) {
      assert.deepEqual(parse(`${verb} srv:1`), {
        ...{ kind: 'maintenance', verb, session: 'srv:1', ...rest },
      });
      assert.deepEqual(parse(`${verb} --all --store sqlite:x`), {
        ...{ kind: 'maintenance', verb, session: undefined, ...rest, store: 'sqlite:x' },
      });
    }
    assert.deepEqual(parse('export --all --format markdown --out plans'), {
      ...{ kind: 'maintenance', verb: 'export', session: undefined, store: undefined },
      ...{ format: 'markdown', out: 'plans' },
    });
  });

  it('is refused in one sentence where it makes no sense', () => {
    for (const [line, said] of [
      ['', /Say what to do/],
      ['--wat', /--wat/],
      ['frobnicate x', /no verb frobnicate/],
      ['--stdio extra', /extra/],
      ['--http 127.0.0.1:0', /--tokens/],
      ['--http 127.0.0.1 --tokens t', /HOST:PORT/],
      ['--http :0 --tokens t', /HOST:PORT/],
      ['--http 127.0.0.1:65536 --tokens t', /HOST:PORT/],
      ['--http 0.0.0.0:0 --tokens t', /--allow-remote/],
      ['--http [::]:0 --tokens t', /--allow-remote/],
      ['--http example.org:0 --tokens t', /--allow-remote/],
      ['--stdio --tokens t', /--tokens/],
      ['--stdio --session s', /--session/],
      ['--mcp extra', /extra/],
      ['--mcp --tokens t', /--tokens/],
      ['--stdio --format json', /--format/],
      ['verify', /--all/],
      ['verify a --all', /--all/],
      ['verify a b', /b is too much/],
      ['verify a --format json', /--format/],
      ['verify a --coworkers c', /--coworkers/],
      ['export a --format yaml', /json or markdown/],
      ['--stdio --store', /--store/],
    ] as const) {
      assert.throws(
        () => parse(line),
        (error) => error instanceof UsageError && said.test(error.message),
        line,
      );
    }
  });
});

describe('the address of a store', () => {
  it('is a folder, never below the one in which the server was started, or memory', () => {
    const data = resolve('/data');
    assert.deepEqual(storeAt(undefined, data), { kind: 'sqlite', folder: join(data, 'sessions') });
    assert.deepEqual(storeAt('memory:', data), { kind: 'memory' });
    assert.deepEqual(storeAt('sqlite:team', data), { kind: 'sqlite', folder: join(data, 'team') });
    const elsewhere = resolve('/elsewhere/x');
    assert.deepEqual(storeAt(`sqlite:${elsewhere}`, data), { kind: 'sqlite', folder: elsewhere });
    assert.deepEqual(storeAt('sqlite:~/p', data), { kind: 'sqlite', folder: join(homedir(), 'p') });
  });

  it('may be on a server, with what is secret in the surroundings', () => {
    const url = 'postgres://ada@db.example/plans';
    const env = { SESSION_PLANS_STORE: url, SESSION_PLANS_STORE_PASSWORD: 's/e' };
    const whole = { kind: 'postgres', url: 'postgres://ada:s%2Fe@db.example/plans' };
    assert.deepEqual(storeAt(undefined, '/data', env), whole);
    assert.deepEqual(storeAt(url, '/data', env), whole);
    const other = 'rediss://ada:own@db.example';
    assert.deepEqual(storeAt(other, '/data', env), { kind: 'redis', url: other });
    assert.deepEqual(storeAt('memory:', '/data', env), { kind: 'memory' });
    assert.deepEqual(storeAt(url, '/data', {}), { kind: 'postgres', url });
    for (const address of ['postgres://', 'redis://h/name', 'postgres://u:hidden@h?x=1']) {
      assert.throws(
        () => storeAt(address),
        (error) => PlanError.is(error, 'invalid_input') && !error.message.includes('hidden'),
      );
    }
    assert.throws(() => storeAt('mysql://u:hidden@h'), /mysql:\/\/\*\*\*@h/);
  });

  it('is refused where it is none', () => {
    for (const address of ['', 'sqlite:', 'memory:x', 'mysql://x', 'plans', 'SQLITE:x']) {
      assert.throws(
        () => storeAt(address),
        (error) => PlanError.is(error, 'invalid_configuration') && /memory:/.test(error.message),
      );
    }
  });

  it('is in the data folder of the user by itself', () => {
    assert.equal(dataFolder('linux', { XDG_DATA_HOME: '/d' }), join('/d', 'session-plans'));
    const usual = join(homedir(), '.local', 'share', 'session-plans');
    assert.equal(dataFolder('linux', {}), usual);
    assert.equal(dataFolder('linux', { XDG_DATA_HOME: 'relative' }), usual);
    assert.match(dataFolder('darwin', {}), /Application Support.session-plans$/);
    assert.equal(dataFolder('win32', { LOCALAPPDATA: 'L' }), join('L', 'session-plans'));
    assert.equal(cacheFolder('linux', { XDG_CACHE_HOME: '/c' }), join('/c', 'session-plans'));
    assert.match(cacheFolder('linux', {}), /\.cache.session-plans$/);
    assert.match(cacheFolder('darwin', {}), /Caches.session-plans$/);
  });
});
