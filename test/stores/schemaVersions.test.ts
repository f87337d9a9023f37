import assert from 'node:assert/strict';
import { ChildPrograms, type ChildProgram } from '../support/childProgram';
import { MaintainedFolder } from '../support/maintainedFolder';
import type { PeerAnswer } from '../support/schemaPeer';
import { WASM_FILE } from '../support/sqliteFolder';
import { querySessionFile } from '../support/editSessionFile';
import { aPlan } from '../support/storeFixtures';
import { writeVersionOneFile } from '../support/versionOneFile';

const KEY = 'srv:one';
const OTHER = 'srv:other';
/** More than a live file keeps, so that a part of the history leaves it. */
const MANY = 45;

/** A process and what it answers. */
class Peer {
  readonly #child: ChildProgram;
  #asked = 0;

  constructor(child: ChildProgram) {
    this.#child = child;
  }

  async ask(command: string, session = KEY, number = 0): Promise<PeerAnswer> {
    this.#child.tell(`${command} ${session} ${String(number)}`);
    return JSON.parse(await this.#child.line(this.#asked++)) as PeerAnswer;
  }

  async append(from: number, to: number, session = KEY): Promise<void> {
    for (let generation = from; generation < to; generation++) {
      const { outcome } = await this.ask('append', session, generation);
      assert.equal(outcome, 'appended', String(generation));
    }
  }
}

/** What the next version of the schema might be: one with a table more. */
function nextSchema(source: string): string {
  const next = source
    .replace('SCHEMA_VERSION = 2', 'SCHEMA_VERSION = 3')
    .replace(
      "'CREATE TABLE step_removed (id",
      "'CREATE TABLE note (one INTEGER); CREATE TABLE step_removed (id",
    );
  assert.notEqual(next.match(/VERSION = 3[^]*TABLE note/), null);
  return next;
}

describe('Versions of the schema side by side', function () {
  this.timeout(120_000);
  const programs = new ChildPrograms();
  let startThis: (...args: readonly string[]) => ChildProgram;
  let startNext: (...args: readonly string[]) => ChildProgram;
  let folder: MaintainedFolder;
  let older: Peer;
  let newer: Peer;
  before(async () => {
    startThis = await programs.build('schemaPeer');
    startNext = await programs.build('schemaPeer', { 'sqliteSchema.ts': nextSchema });
  });
  after(() => programs.dispose());
  beforeEach(() => {
    folder = new MaintainedFolder();
    older = new Peer(startThis(folder.folder, WASM_FILE));
    newer = new Peer(startNext(folder.folder, WASM_FILE));
  });
  afterEach(async () => {
    await programs.endAll();
    await folder.dispose();
  });

  const version = async () =>
    (await querySessionFile(folder.file(KEY), 'PRAGMA user_version')).flat()[0];

  it('[DP.96] the older one reads what the newer one wrote, says why it changes nothing, and changes nothing', async () => {
    await newer.append(0, MANY);
    await older.append(0, 1, OTHER);
    const before = folder.picture();
    assert.deepEqual(await older.ask('load'), {
      generation: MANY,
      readOnly: true,
      problems: ['newer_version'],
    });
    assert.deepEqual(await older.ask('list'), { listed: [2, 0] });
    assert.deepEqual(await older.ask('events'), { events: MANY });
    assert.deepEqual(await older.ask('call', KEY, 1), { answered: true });
    for (const [command, number] of [
      ['append', MANY],
      ['append', 0],
      ['append', MANY - 1],
      ['compact', 0],
      ['restore', 0],
    ] as const) {
      const { failed } = await older.ask(command, KEY, number);
      assert.equal(failed?.[0], 'newer_version', command);
      assert.match(failed[1], /newer version of Session Plans.*Update the extension/);
    }
    assert.deepEqual(folder.picture(), before);
    await newer.append(MANY, MANY + 1);
    // Its own sessions are no matter of that.
    await older.append(1, 2, OTHER);
    assert.equal((await older.ask('load')).generation, MANY + 1);
  });

  it('[DP.96] the older one lets go of what it has open as soon as the newer one has written it', async () => {
    await older.append(0, MANY);
    assert.equal(await version(), 2);
    assert.deepEqual(await newer.ask('load'), { generation: MANY, readOnly: false, problems: [] });
    assert.equal(await version(), 2);
    await newer.append(MANY, MANY + 1);
    assert.equal(await version(), 3);
    const before = folder.picture();
    // It goes on with what it knows, is told that this is out of date, and then why.
    const attempts = [
      await older.ask('append', KEY, MANY),
      await older.ask('append', KEY, MANY + 1),
    ];
    for (const { outcome, failed } of attempts)
      assert.ok(outcome === 'conflict' || failed?.[0] === 'newer_version');
    assert.equal((await older.ask('append', KEY, MANY + 1)).failed?.[0], 'newer_version');
    assert.deepEqual(folder.picture(), before);
    await newer.append(MANY + 1, MANY + 45);
    assert.deepEqual(await newer.ask('events'), { events: MANY + 45 });
    assert.deepEqual(await older.ask('events'), { events: MANY + 45 });
    for (const call of [1, MANY, MANY + 45])
      assert.deepEqual(await newer.ask('call', KEY, call), { answered: true });
  });

  it('one file of version 1 is lifted by each in turn, and what was before stays the last good copy', async () => {
    await writeVersionOneFile(folder.file(KEY), KEY, [aPlan(1), aPlan(2)]);
    for (const peer of [newer, older])
      assert.deepEqual(await peer.ask('load'), { generation: 2, readOnly: false, problems: [] });
    assert.equal(await version(), 1);
    await older.append(2, 3);
    assert.equal(await version(), 2);
    const second = folder.picture();
    await newer.append(3, 4);
    assert.equal(await version(), 3);
    const [live, copy] = [folder.file(KEY), folder.lastGood(KEY)].map((path) =>
      path.slice(folder.folder.length + 1),
    );
    assert.equal(folder.picture()[copy ?? ''], second[live ?? '']);
    assert.deepEqual(await newer.ask('events'), { events: 4 });
    assert.deepEqual(await older.ask('load'), {
      generation: 4,
      readOnly: true,
      problems: ['newer_version'],
    });
  });
});
