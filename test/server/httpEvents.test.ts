import assert from 'node:assert/strict';
import { HttpBench, ALL, READER } from './httpBench';

interface Sent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** A stream of server-sent events, by the client of the platform. */
class EventStream {
  readonly items: Sent[] = [];
  readonly #stop = new AbortController();
  #ended = false;

  async open(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${ALL}`, ...headers },
      signal: this.#stop.signal,
    });
    if (response.ok) void this.#read(response);
    return response;
  }

  async until(count: number): Promise<Sent[]> {
    while (this.items.length < count) {
      if (this.#ended) throw new Error('The stream has ended.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.items;
  }

  close(): void {
    this.#stop.abort();
  }

  async #read({ body }: Response): Promise<void> {
    let rest = '';
    try {
      for await (const part of body ?? []) {
        const blocks = (rest + new TextDecoder().decode(part)).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks.filter((text) => !text.startsWith(':'))) {
          const fields = block.split('\n').map((line) => {
            const at = line.indexOf(': ');
            return [line.slice(0, at), line.slice(at + 2)];
          });
          this.items.push(Object.fromEntries(fields) as Sent);
        }
      }
    } catch {
      // Closed from either side.
    }
    this.#ended = true;
  }
}

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
});
