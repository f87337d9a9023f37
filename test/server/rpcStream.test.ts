import assert from 'node:assert/strict';
import { LINE_BYTES } from '../../src/server/stdio/jsonLines';
import { step } from '../domain/planFixtures';
import { RpcBench } from './rpcBench';

interface EventNotice {
  readonly sessionId: string;
  readonly event: { readonly cursor: string; readonly type: string };
}

describe('following a session over JSON-RPC', () => {
  let bench: RpcBench;
  let turn: { sessionId: string; turnId: string };
  beforeEach(async () => {
    bench = new RpcBench();
    turn = await bench.planned();
  });
  afterEach(async () => {
    bench.stop();
    await bench.ended;
  });

  const write = (revision: number) =>
    bench.result('tool/call', {
      ...{ ...turn, callId: `c${String(revision)}`, name: 'update_plan' },
      arguments: { expected_revision: revision, steps: [step(`s${String(revision)}`)] },
    });
  const events = () => bench.notifications('session/event') as unknown as EventNotice[];
  const cursors = () => events().map(({ event }) => event.cursor);
  const until = (cursor: string) =>
    bench.until(({ method, params }) => {
      const event = params?.['event'] as EventNotice['event'] | undefined;
      return method === 'session/event' && event?.cursor === cursor;
    });

  it('[DP.62] gives a snapshot, and then every later event, once and in order', async () => {
    const { sessionId } = turn;
    const attached = await bench.result('session/attach', { sessionId });
    assert.deepEqual(attached, await bench.result('session/snapshot', { sessionId }));
    await write(0);
    await write(1);
    await until('4');
    assert.deepEqual(cursors(), ['3', '4']);
    assert.deepEqual(
      events().map(({ event }) => event.type),
      ['plan_updated', 'plan_updated'],
    );
  });

  it('[DP.63] gives what was missed behind the answer, and goes on live', async () => {
    await write(0);
    const { sessionId } = turn;
    const id = bench.send('session/attach', { sessionId, after: '1' });
    await until('3');
    await write(1);
    await until('4');
    assert.deepEqual(cursors(), ['2', '3', '4']);
    const answered = bench.heard.findIndex((one) => one.id === id);
    assert.ok(answered < bench.heard.findIndex(({ method }) => method === 'session/event'));
  });

  it('begins anew with a snapshot where a cursor is beyond the last event', async () => {
    const { sessionId } = turn;
    await bench.result('session/attach', { sessionId, after: '99' });
    const { params } = await bench.until(({ method }) => method === 'session/reset');
    assert.deepEqual(params, {
      sessionId,
      snapshot: await bench.result('session/snapshot', { sessionId }),
    });
    const read = await bench.result('event/read', { sessionId, after: '99' });
    assert.equal(read['reset'], true);
    await write(0);
    await until('3');
  });

  it('tells nothing twice after a second attach, and nothing after a detach', async () => {
    const { sessionId } = turn;
    await bench.result('session/attach', { sessionId });
    await bench.result('session/attach', { sessionId });
    await write(0);
    await until('3');
    assert.deepEqual(await bench.result('session/detach', { sessionId }), {});
    assert.deepEqual(await bench.result('session/detach', { sessionId }), {});
    await write(1);
    await bench.result('session/snapshot', { sessionId });
    assert.deepEqual(cursors(), ['3']);
  });
});

describe('lines that a client should not send', () => {
  let bench: RpcBench;
  beforeEach(() => {
    bench = new RpcBench();
  });
  afterEach(async () => {
    bench.stop();
    await bench.ended;
  });

  const answersTo = async (...lines: (string | Buffer)[]) => {
    for (const line of lines) bench.write(line);
    const last = bench.send('initialize');
    await bench.until(({ id }) => id === last);
    return bench.heard.slice(0, -1).map(({ id, error }) => [id, error?.code]);
  };

  it('get an error, and the connection lives on', async () => {
    assert.deepEqual(
      await answersTo(
        'no json\n',
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        '"a text"\n',
        '[]\n',
        'null\n',
        '{"jsonrpc":"2.0","id":7}\n',
        '{"jsonrpc":"1.0","id":7,"method":"initialize"}\n',
        '{"jsonrpc":"2.0","id":{},"method":"initialize"}\n',
        '{"jsonrpc":"2.0","id":null,"method":"nothing"}\n',
      ),
      [
        [null, -32700],
        [null, -32700],
        [null, -32600],
        [null, -32600],
        [null, -32600],
        [null, -32600],
        [null, -32600],
        [null, -32600],
        [null, -32601],
      ],
    );
  });

  it('are not answered where they are empty, or nobody asked for an answer', async () => {
    const notification = '{"jsonrpc":"2.0","method":"initialize"}\n';
    const unknown = '{"jsonrpc":"2.0","method":"notifications/unknown"}\n';
    assert.deepEqual(await answersTo('\n', '  \r\n', notification, unknown), []);
  });

  it('are told of at their end where they are longer than 1 MiB, in however many pieces they come', async () => {
    const piece = 'x'.repeat(LINE_BYTES / 4);
    assert.deepEqual(await answersTo(piece, piece, piece, piece, 'x', piece, '\n', 'y\n'), [
      [null, -32600],
      [null, -32700],
    ]);
    const title = 'z'.repeat(LINE_BYTES - 200);
    const params = { coworker: 'planner', title };
    assert.equal(await bench.failure('session/create', params), -32602);
  });

  it('may come in halves, and the last one without its end', async () => {
    const line = '{"jsonrpc":"2.0","id":"é","method":"initialize"}';
    const bytes = Buffer.from(line);
    for (const byte of bytes) bench.write(Buffer.from([byte]));
    bench.input.end();
    await bench.ended;
    assert.deepEqual(
      bench.heard.map(({ id, result }) => [id, Boolean(result)]),
      [['é', true]],
    );
  });

  it('are read no faster than they are answered', async () => {
    const turn = await bench.planned();
    const { sessionId } = turn;
    const many = 3_000;
    let taken = 0;
    for (let left = many; left > 0; left--) {
      bench.send('session/snapshot', { sessionId });
      taken += 1;
    }
    // With a reader that takes nothing away the input fills up instead of the memory.
    bench.output.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.ok(bench.input.readableLength > 0, 'all of them were taken in');
    bench.output.resume();
    await bench.until(({ id }) => id === taken + 2);
    assert.equal(
      bench.heard.filter(({ result }) => result?.['cursor'] !== undefined).length,
      many + 1,
    );
  });
});
