import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { EventStream } from './eventStreamClient';
import { HttpBench, ALL, READER } from './httpBench';

describe('the event stream over HTTP', () => {
  let bench: HttpBench;
  const streams: Pick<EventStream, 'close'>[] = [];
  beforeEach(async () => {
    bench = await HttpBench.open();
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close();
    await bench.close();
  });

  const url = (query = '') => `${bench.url}${bench.path(bench.one, `/events${query}`)}`;
  async function streaming(query?: string, headers?: Record<string, string>): Promise<EventStream> {
    const stream = new EventStream();
    streams.push(stream);
    const response = await stream.open(url(query), headers);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    return stream;
  }

  it('[DP.66] is live without a cursor, and carries what is committed', async () => {
    const stream = await streaming();
    await bench.write(0);
    const [sent] = await stream.until(1);
    assert.deepEqual([sent?.id, sent?.event], ['3', 'plan_updated']);
    const page = await bench.service.events(bench.one, 2, 1);
    assert.ok(page.kind === 'events' && page.events[0]);
    const { sequence, ...event } = page.events[0];
    assert.deepEqual(JSON.parse(sent?.data ?? ''), { cursor: String(sequence), ...event });
  });

  it('replays what was missed, from the query or from the header that browsers send again', async () => {
    await bench.write(0);
    for (const stream of [
      await streaming('?after=1'),
      await streaming('', { 'last-event-id': '1' }),
      await streaming('?after=99', { 'last-event-id': '1' }),
    ]) {
      const items = await stream.until(2);
      assert.deepEqual(
        items.map(({ id }) => id),
        ['2', '3'],
      );
    }
  });

  it('begins anew with a snapshot where the cursor fits no more', async () => {
    const stream = await streaming('?after=99');
    const [reset] = await stream.until(1);
    assert.equal(reset?.event, 'reset');
    assert.equal((JSON.parse(reset.data ?? '') as { sessionId: string }).sessionId, bench.one);
    await bench.write(0);
    assert.equal((await stream.until(2))[1]?.id, '3');
  });

  it('is for who may read the session', async () => {
    const opened = async (session: string, token: string) => {
      const stream = new EventStream();
      streams.push(stream);
      const path = `${bench.url}${bench.path(session, '/events')}`;
      return (await stream.open(path, { authorization: `Bearer ${token}` })).status;
    };
    assert.equal(await opened(bench.one, READER), 200);
    assert.equal(await opened(bench.other, READER), 404);
    assert.equal(await opened('srv:none', ALL), 404);
  });

  it('reaches two hundred, of whom some read nothing', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => streaming()));
    for (let left = 5; left > 0; left--) {
      // Opened, and its body never read.
      const stop = new AbortController();
      const headers = { authorization: `Bearer ${ALL}` };
      await fetch(url(), { headers, signal: stop.signal });
      streams.push({
        close: () => {
          stop.abort();
        },
      });
    }
    for (let revision = 0; revision < 5; revision++) await bench.write(revision);
    for (const stream of all) assert.equal((await stream.until(5)).length, 5);
  });

  /** How many attachments listen to commits. */
  function listening(): () => number {
    const listeners = new Set<object>();
    const { service } = bench;
    const listen = service.onDidCommit.bind(service);
    const value: typeof listen = (listener) => {
      const registered = listen(listener);
      listeners.add(registered);
      return {
        dispose: () => {
          listeners.delete(registered);
          registered.dispose();
        },
      };
    };
    Object.defineProperty(service, 'onDidCommit', { value });
    return () => listeners.size;
  }

  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('is one a connection: what is asked for behind it never begins', async () => {
    const count = listening();
    const { hostname, port } = new URL(bench.url);
    const socket = connect(Number(port), hostname);
    const path = bench.path(bench.one, '/events');
    const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${ALL}\r\n\r\n`;
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
    socket.write(request.repeat(50));
    await until(() => heard.includes('text/event-stream') && count() === 1);
    await bench.write(0);
    await until(() => heard.includes('plan_updated'));
    assert.equal(heard.split('HTTP/1.1 200').length - 1, 1);
    socket.destroy();
    await until(() => count() === 0);
  });

  it('leaves nothing behind of a client that goes before it begins', async () => {
    const count = listening();
    const { service } = bench;
    const snapshot = service.snapshot.bind(service);
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    service.snapshot = async (session) => {
      await gate;
      return snapshot(session);
    };
    const stream = new EventStream();
    const opened = stream.open(url(), { authorization: `Bearer ${ALL}` });
    await until(() => count() === 1);
    stream.close();
    await assert.rejects(opened);
    go();
    await until(() => count() === 0);
  });

  it('has a comment every 15 s, so that nothing takes it for dead', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const stream = await streaming();
      mock.timers.tick(14_999);
      await bench.write(0);
      await stream.until(1);
      assert.equal(stream.comments, 0);
      mock.timers.tick(1);
      mock.timers.tick(15_000);
      await until(() => stream.comments === 2);
    } finally {
      mock.timers.reset();
    }
  });
});
