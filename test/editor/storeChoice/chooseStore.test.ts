import assert from 'node:assert/strict';
import { createClient } from '@redis/client';
import type { HostStoreSettings, ServerStoreSettings } from '../../../src/host/hostStore';
import { aPlanCommit, appendPlans, loadExisting } from '../../support/storeFixtures';
import { RedisServer } from '../../support/servers/redisServer';
import type { InputBox, PickItem, ShownPick } from '../../support/fakeWorkbench';
import { MaintainedWorkbench, ONE } from '../commands/maintainedWorkbench';

const PASSWORD = 'not to be seen';

describe('choosing where plans are stored', function () {
  this.timeout(60_000);
  let server: RedisServer;
  let bench: MaintainedWorkbench;
  let url: string;

  before(async () => {
    server = await RedisServer.start();
    const client = await createClient({ url: server.url }).connect();
    const rule = ['ada', 'on', `>${PASSWORD}`, '~*', '&*', '+@all'];
    await client.sendCommand(['ACL', 'SETUSER', ...rule]);
    client.destroy();
    url = server.url.replace('://', `://ada:${encodeURIComponent(PASSWORD)}@`);
  });
  after(() => server.stop());
  beforeEach(() => {
    bench = new MaintainedWorkbench();
    bench.choose = kind('Redis');
    bench.type = () => url;
  });
  afterEach(async () => {
    const client = await createClient({ url: server.url }).connect();
    await client.sendCommand(['FLUSHALL']);
    client.destroy();
    const seen = JSON.stringify([bench.messages, bench.picks, bench.progress]);
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD)])
      assert.ok(!seen.includes(secret));
    await bench.end();
  });

  function kind(label: string) {
    return ({ items }: ShownPick): PickItem | undefined =>
      items.find((item) => item.label === label) ?? items[0];
  }

  async function withTarget<T>(
    settings: HostStoreSettings,
    work: (
      store: Awaited<ReturnType<MaintainedWorkbench['host']['openBeside']>>['store'],
    ) => Promise<T>,
  ): Promise<T> {
    const opened = await bench.host.openBeside(settings);
    try {
      return await work(opened.store);
    } finally {
      await opened.close();
    }
  }

  it('asks for the connection, tries it, takes every plan along and deletes none', async () => {
    await bench.withTwoPlans();
    const boxes: InputBox[] = [];
    bench.type = (box) => (boxes.push(box), url);
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Copy and Switch');
    await (await bench.load()).run('chooseStore');
    assert.deepEqual(bench.chosen, [{ kind: 'redis', url }]);
    assert.equal((boxes[0] as { password?: boolean } | undefined)?.password, true);
    assert.match(boxes[0]?.validateInput('redis://h/name') ?? '', /numbers/);
    assert.match(boxes[0]?.validateInput('postgres://h/x') ?? '', /another kind/);
    assert.equal(boxes[0]?.validateInput(url), undefined);
    const [question, result] = bench.messages;
    assert.match(question?.text ?? '', /Copy the 2 plans from/);
    assert.match(question?.detail ?? '', /stay where they are/);
    assert.match(
      result?.text ?? '',
      /kept here from now on: redis:\/\/ada@127\.0\.0\.1.*copied and compared: 2 of 2/,
    );
    await withTarget({ kind: 'redis', url }, async (store) => {
      const [there, here] = [
        await loadExisting(store, ONE),
        await loadExisting(bench.plans.open(), ONE),
      ];
      assert.deepEqual([there.record, there.version], [here.record, here.version]);
    });
  });

  it('copies nothing twice, overwrites nothing, and says what stayed', async () => {
    await bench.withTwoPlans();
    const settings: ServerStoreSettings = { kind: 'redis', url };
    await withTarget(settings, (store) => store.append(ONE, 0, aPlanCommit(ONE, 7)));
    bench.press = ({ buttons }) =>
      buttons.find((button) => ['Copy and Switch', 'Switch Anyway'].includes(button));
    await (await bench.load()).run('chooseStore');
    const warning = bench.messages.find(({ kind: shown }) => shown === 'warning');
    assert.match(
      warning?.detail ?? '',
      /copied and compared: 1 of 2[^]*left as it is: 1\.\n {2}\S/,
    );
    await withTarget(settings, async (store) => {
      assert.equal((await loadExisting(store, ONE)).record.plan?.revision, 7);
    });
    assert.deepEqual(bench.chosen, [settings]);
  });

  it('names the first plans that were not copied, as they are', async () => {
    const plans = bench.plans.open();
    const title = '[Plan](command:x)';
    await withTarget({ kind: 'redis', url }, async (store) => {
      for (const key of ['1', '2', '3', '4', '5', '6', '7']) {
        await plans.append(key, 0, aPlanCommit(key, 1, { title }));
        await store.append(key, 0, aPlanCommit(key, 7));
      }
    });
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Copy and Switch');
    await (await bench.load()).run('chooseStore');
    const { detail = '' } = bench.messages.find(({ kind: shown }) => shown === 'warning') ?? {};
    const named = detail.split('\n').filter((line) => line.startsWith('  '));
    assert.deepEqual(named, [...Array<string>(5).fill('  [Plan] (command:x)'), '  and 2 more']);
    assert.deepEqual(bench.chosen, []);
  });

  it('goes back to a server on which plans went on meanwhile, and nothing is missing there', async () => {
    await bench.withTwoPlans();
    const settings: ServerStoreSettings = { kind: 'redis', url };
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Copy and Switch');
    await (await bench.load()).run('chooseStore');
    const { version } = await loadExisting(bench.plans.open(), ONE);
    await withTarget(settings, (store) => appendPlans(store, ONE, version + 1));
    bench.chosen.length = 0;
    await (await bench.load()).run('chooseStore');
    assert.deepEqual(bench.chosen, [settings]);
    assert.match(bench.messages.at(-1)?.text ?? '', /There already: 2/);
  });

  it('switches nothing when the person leaves, at whichever step', async () => {
    await appendPlans(bench.plans.open(), ONE, 1);
    const wrong = url.replace(encodeURIComponent(PASSWORD), 'wrong');
    const leave = [
      () => (bench.choose = () => undefined),
      () => (bench.type = () => undefined),
      () => (bench.type = () => wrong),
      () => (bench.press = () => undefined),
    ];
    for (const step of leave) {
      bench.choose = kind('Redis');
      bench.type = () => url;
      step();
      await (await bench.load()).run('chooseStore');
    }
    assert.deepEqual(bench.chosen, []);
    assert.match(bench.messages[0]?.text ?? '', /password is wrong/);
  });

  it('lets the string be corrected until it connects, and is not asked again for what is in use', async () => {
    const typed = [url.replace(/:\d+$/, ':1'), url];
    const shown: string[] = [];
    bench.type = ({ value }) => (shown.push(value), typed[shown.length - 1]);
    const pressed = ['Try Again', 'Edit…'];
    bench.press = () => pressed.shift();
    await (await bench.load()).run('chooseStore');
    assert.deepEqual(shown, ['', typed[0]]);
    assert.deepEqual(
      bench.messages.map(({ text }) => /nothing answers|from now on/.exec(text)?.[0]),
      ['nothing answers', 'nothing answers', 'from now on'],
    );
    bench.type = ({ value }) => value;
    await (await bench.load()).run('chooseStore');
    assert.match(bench.messages.at(-1)?.text ?? '', /there already/);
    assert.equal(bench.chosen.length, 1);
  });

  it('asks how the connection gets to another machine, with the certificate checked unless it is told otherwise', async () => {
    const asked: string[] = [];
    bench.stores.check = async ({ url: tried }: ServerStoreSettings) => {
      asked.push(tried);
      return Promise.resolve(undefined);
    };
    bench.type = () => 'postgres://ada:secret@db.example/plans';
    for (const label of [
      'Encrypted, and',
      'Encrypted, with',
      'certificate is not',
      'Not encrypted',
    ]) {
      bench.choose = ({ items, active }) =>
        items.find((item) => item.label.includes(label)) ??
        items.find((item) => item.label === 'PostgreSQL') ??
        active[0];
      await (await bench.load()).run('chooseStore');
      const tls = bench.picks.at(-1);
      assert.equal(tls?.active[0]?.label, 'Encrypted, and the certificate is checked');
    }
    assert.deepEqual(
      asked.map((one) => one.split('?')[1]),
      [
        'sslmode=verify-full',
        `sslmode=verify-full&sslrootcert=${encodeURIComponent(bench.folder)}`,
        'sslmode=no-verify',
        'sslmode=disable',
      ],
    );
  });

  it('warns of a Redis that keeps nothing, and takes it only where that is meant', async () => {
    const client = await createClient({ url: server.url }).connect();
    await client.sendCommand(['CONFIG', 'SET', 'appendonly', 'no']);
    for (const answer of [undefined, 'Use It Anyway']) {
      bench.press = ({ kind: shown }) => (shown === 'warning' ? answer : undefined);
      await (await bench.load()).run('chooseStore');
      const warning = bench.messages.find(({ kind: shown }) => shown === 'warning');
      assert.match(warning?.text ?? '', /appendonly is off/);
    }
    assert.equal(bench.chosen.length, 1);
    await client.sendCommand(['CONFIG', 'SET', 'appendonly', 'yes']);
    client.destroy();
  });

  it('goes back to files, with what was made on the server', async () => {
    const settings: ServerStoreSettings = { kind: 'redis', url };
    await withTarget(settings, (store) => appendPlans(store, ONE, 1, 2));
    bench.chosen.push(settings);
    await bench.serve(settings);
    bench.choose = kind('SQLite');
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Copy and Switch');
    await bench.run('chooseStore');
    assert.match(bench.messages.at(-1)?.text ?? '', /files on this machine/);
    assert.equal((await loadExisting(bench.plans.open(), ONE)).record.plan?.revision, 2);
    assert.equal(bench.chosen.at(-1)?.kind, 'sqlite');
  });

  it('takes the plans along from the files here, where the setting was changed by hand before', async () => {
    await appendPlans(bench.plans.open(), ONE, 1);
    Object.assign(bench.stores.choice, { kind: () => 'redis' });
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Copy and Switch');
    await (await bench.load()).run('chooseStore');
    assert.match(bench.messages.at(-1)?.text ?? '', /copied and compared: 1 of 1/);
    assert.deepEqual(bench.chosen, [{ kind: 'redis', url }]);
  });

  it('can leave a server that does not answer any more, without its plans', async () => {
    const settings: ServerStoreSettings = { kind: 'redis', url: url.replace(/:\d+$/, ':1') };
    bench.chosen.push(settings);
    await bench.serve(settings);
    bench.choose = kind('SQLite');
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Switch Without Copying');
    await bench.run('chooseStore');
    assert.match(bench.messages[0]?.detail ?? '', /nothing answers/);
    assert.equal(bench.chosen.at(-1)?.kind, 'sqlite');
  });
});
