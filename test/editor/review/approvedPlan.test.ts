import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectHttp, connectStdio } from '../../../src/client/client';
import type { PlanService } from '../../../src/service/planService';
import { ServerProcess } from '../../server/serverProcess';
import { openBench } from '../../service/serviceFixtures';
import { fakeProcess } from '../../support/fakeProcess';
import { SqliteFolder } from '../../support/sqliteFolder';
import { openApi, PLANNER } from '../api/apiBench';
import { openFeed } from '../panel/planViewFeedBench';

const SERVER = join(__dirname, '..', '..', '..', 'dist', 'server.cjs');
const TOKEN = 'a-token-that-nobody-guesses';
const STEPS = [
  { id: 'las', description: 'Läs testerna “först” 👩‍🔧', status: 'completed' },
  { id: 'b', description: 'שלום ‮ <b>not bold</b> \\n', status: 'pending' },
];

/** What the panel of a window that was just opened is told. */
async function planInView(service: PlanService, session: string): Promise<unknown> {
  const { feed, settle } = openFeed(service);
  feed.follow(session);
  feed.show();
  for (;;) {
    for (const post of await settle()) {
      if (post.kind === 'snapshot' && post.content.state === 'plan') {
        feed.dispose();
        return post.content.view.plan;
      }
    }
  }
}

describe('an approved plan whose chat is gone', function () {
  // It starts servers.
  this.timeout(60_000);
  const folder = new SqliteFolder();
  const servers: ServerProcess[] = [];

  after(async () => {
    await Promise.all(servers.map((server) => server.dispose()));
    await folder.dispose();
  });

  it('[FC.44] is the same, byte for byte, in the panel, by the API, over stdio and over HTTP', async () => {
    const writer = await openApi(openBench(folder.open()));
    const { session, turn } = await writer.begin();
    await session.setPlanMode(true);
    await turn.boundary();
    const input = { expected_revision: 0, explanation: 'Så här — “precis” så.', steps: STEPS };
    assert.equal((await turn.call('write', 'update_plan', input)).isError, false);
    writer.person.card = () => ({ rejected: false, action: 'Approve and start' });
    const approved = await turn.call('exit', 'exit_plan_mode', { expected_revision: 1 });
    assert.equal(approved.isError, false);
    await turn.end();
    const { plan } = await session.snapshot();
    const bytes = JSON.stringify(plan);
    for (const { description } of STEPS) assert.ok(bytes.includes(JSON.stringify(description)));

    // From here on there is nothing but what is on the disk.
    const reader = openBench(folder.open(), fakeProcess('owner-2'));
    const { api } = await openApi(reader);
    const again = await api.openSession({ participant: PLANNER, session: session.id });
    const store = `sqlite:${folder.folder}`;
    const tokens = join(folder.root, 'tokens.json');
    writeFileSync(tokens, JSON.stringify({ [TOKEN]: { read: ['*'] } }), { mode: 0o600 });
    const http = new ServerProcess(['--http', '127.0.0.1:0', '--tokens', tokens, '--store', store]);
    servers.push(http);
    const [line] = (await once(http.child.stdout, 'data')) as [Buffer];
    const { listening } = JSON.parse(String(line)) as { listening: string };
    const clients = [
      connectStdio({ command: process.execPath, args: [SERVER, '--stdio', '--store', store] }),
      connectHttp({ url: listening, token: TOKEN }),
    ];
    const read = {
      panel: await planInView(reader.service, session.id),
      api: (await again.snapshot()).plan,
      stdio: (await clients[0]!.snapshot(session.id)).plan,
      http: (await clients[1]!.snapshot(session.id)).plan,
    };
    await Promise.all(clients.map((client) => client.close()));
    for (const [way, found] of Object.entries(read))
      assert.equal(JSON.stringify(found), bytes, way);
    assert.equal((await reader.service.snapshot(session.id))?.approved, 1);
  });
});
