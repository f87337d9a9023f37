import assert from 'node:assert/strict';
import { connect } from 'node:net';
import fc from 'fast-check';
import { ALL, HttpBench, NOBODY, READER } from './httpBench';

describe('the HTTP server', () => {
  let bench: HttpBench;
  beforeEach(async () => {
    bench = await HttpBench.open();
  });
  afterEach(() => bench.close());

  it('[DP.65] gives a session with its plan, whatever its key is', async () => {
    await bench.write(0);
    const { status, headers, body } = await bench.ask(bench.path(bench.one));
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/json/);
    const { plan, sessionId } = body as { plan: { revision: number }; sessionId: string };
    assert.deepEqual([plan.revision, sessionId], [1, bench.one]);
    const other = await bench.ask(bench.path(bench.other));
    assert.equal((other.body as { sessionId: string }).sessionId, bench.other);
    assert.equal((await bench.ask('/healthz', { token: null })).text, 'ok\n');
  });

  it('[DP.67] shows a session to who may read it, and to nobody else that it is there', async () => {
    for (const [token, one, other] of [
      [ALL, 200, 200],
      [READER, 200, 404],
      [NOBODY, 404, 404],
    ] as const) {
      for (const rest of ['', '/plan-mode']) {
        assert.equal(await bench.status(bench.path(bench.one, rest), { token }), one);
        assert.equal(await bench.status(bench.path(bench.other, rest), { token }), other);
      }
      const { body } = await bench.ask('/sessions', { token });
      const { sessions } = body as { sessions: { sessionId: string }[] };
      assert.equal(sessions.length, [one, other].filter((status) => status === 200).length);
    }
    const hidden = await bench.ask(bench.path(bench.other), { token: READER });
    const missing = await bench.ask(bench.path('srv:none'), { token: ALL });
    assert.deepEqual(hidden.body, missing.body);
    assert.equal(missing.status, 404);
  });

  it('[DP.67] lists to who may read one session nothing that tells of another one', async () => {
    for (const query of ['', '?limit=1']) {
      const { text } = await bench.ask(`/sessions${query}`, { token: READER });
      assert.ok(!text.includes(bench.other) && text.includes(bench.one), text);
      assert.deepEqual(Object.keys(JSON.parse(text) as object), ['sessions']);
    }
  });

  it('needs a token that it knows, and logs none', async () => {
    for (const token of [null, '', 'x', `${ALL}x`, ALL.toUpperCase(), `${ALL} ${ALL}`]) {
      const { status, headers } = await bench.ask('/sessions', { token });
      assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'], String(token));
    }
    for (const authorization of ['Basic eDp5', ALL, 'Bearer', `Token ${ALL}`]) {
      const asking = { token: null, headers: { authorization } };
      assert.equal(await bench.status('/sessions', asking), 401, authorization);
    }
    assert.equal(await bench.status(`/sessions?token=${ALL}`, { token: null }), 401);
    assert.deepEqual(bench.log.entries, []);
  });

  it('sets plan mode for who may prompt', async () => {
    const path = bench.path(bench.one, '/plan-mode');
    const put = (body: string, token = ALL) => bench.ask(path, { method: 'PUT', token, body });
    assert.deepEqual((await bench.ask(path)).body, { active: false });
    assert.deepEqual((await put('{"active":true}')).body, { active: false, pending: true });
    assert.deepEqual((await bench.ask(path, { token: READER })).body, {
      ...{ active: false, pending: true },
    });
    assert.equal((await put('{"active":false}', READER)).status, 403);
    assert.equal((await put('{"active":false}', NOBODY)).status, 404);
    for (const wrong of ['', '{', '[]', '{"active":1}', '{}', '{"active":true,"x":1}', 'true']) {
      assert.equal((await put(wrong)).status, 400, wrong);
    }
    const body = JSON.stringify({ active: true, x: 'x'.repeat(64 * 1024) });
    assert.equal((await put(body)).status, 413);
    const chunked = { method: 'PUT', body, headers: { 'transfer-encoding': 'chunked' } };
    assert.equal(await bench.status(path, chunked), 413);
    assert.deepEqual((await bench.ask(path)).body, { active: false, pending: true });
  });

  it('is no server for pages in a browser', async () => {
    const { host, port } = new URL(bench.url);
    for (const headers of [
      { host: `evil.example:${port}` },
      { host: '127.0.0.1' },
      { host: `127.0.0.1:${String(Number(port) + 1)}` },
      { host: `127.0.0.1.evil.example:${port}` },
      { host: `169.254.169.254:${port}` },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: `https://${host}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      for (const path of ['/sessions', '/healthz']) {
        assert.equal(await bench.status(path, { headers }), 403, JSON.stringify(headers));
      }
    }
    for (const headers of [
      { host: `localhost:${port}` },
      { host: `[::1]:${port}` },
      { origin: `http://${host}` },
    ]) {
      assert.equal(await bench.status('/sessions', { headers }), 200, JSON.stringify(headers));
    }
  });

  it('tells of a wrong path, query or method what is wrong', async () => {
    for (const [status, path, method] of [
      [404, '/', 'GET'],
      [404, '/sessions/', 'GET'],
      [404, '/sessions/a/b', 'GET'],
      [404, '/sessions/srv:one/events/1', 'GET'],
      [404, '/Sessions', 'GET'],
      [400, '/sessions/%ff', 'GET'],
      [400, '/sessions/../healthz', 'GET'],
      [400, '/./sessions', 'GET'],
      [400, '//sessions', 'GET'],
      [400, 'http://evil.example/sessions', 'GET'],
      [400, '/sessions?limit=0', 'GET'],
      [400, '/sessions?limit=1001', 'GET'],
      [400, '/sessions?limit=1&limit=2', 'GET'],
      [400, '/sessions?after=nonsense', 'GET'],
      [400, '/sessions?x=1', 'GET'],
      [400, '/sessions/srv:one?plan=1', 'GET'],
      [400, '/sessions/srv:one/events?after=x', 'GET'],
      [405, '/sessions', 'POST'],
      [405, '/sessions/srv:one', 'DELETE'],
      [405, '/sessions/srv:one/plan-mode', 'PATCH'],
      [405, '/healthz', 'POST'],
    ] as const) {
      const answer = await bench.ask(path, { method });
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      const body = answer.body as { status: number; title: string; detail: string };
      assert.deepEqual([body.status, body.detail.length > 10], [status, true]);
      if (status === 405) assert.ok(answer.headers['allow']);
    }
  });

  it('has no route and no method that edits a plan', async () => {
    await bench.write(0);
    const before = await bench.service.snapshot(bench.one);
    const part = fc.constantFrom(
      '',
      'sessions',
      'srv:one',
      'plan',
      'steps',
      'events',
      'plan-mode',
      '%2e%2e',
      '*',
    );
    const method = fc.constantFrom(
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
    );
    const body = fc.constantFrom('', '{}', '{"steps":[]}', '{"plan":null,"expected_revision":1}');
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 4 }),
        method,
        body,
        async (parts, verb, sent) => {
          const status = await bench.status(`/${parts.join('/')}`, { method: verb, body: sent });
          assert.ok(status >= 400 && status < 500, `${verb} ${parts.join('/')}: ${String(status)}`);
        },
      ),
      { numRuns: 150 },
    );
    assert.deepEqual(await bench.service.snapshot(bench.one), before);
  });

  it('lives on after requests that are none', async () => {
    const { hostname, port } = new URL(bench.url);
    const junk = [
      '\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
      '\0'.repeat(9),
    ];
    for (const text of junk) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.end(text));
        let heard = '';
        socket.setEncoding('utf8').on('data', (data: string) => (heard += data));
        socket.on('close', () => {
          resolve(heard);
        });
        socket.on('error', () => undefined);
      });
      assert.match(answer, /^(HTTP\/1\.1 4\d\d|$)/);
    }
    assert.equal(await bench.status('/sessions'), 200);
  });
});
