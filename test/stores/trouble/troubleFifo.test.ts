import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { GuestCall } from '../../../src/service/sessionCommand';
import { ChildPrograms, type ChildProgram } from '../../support/childProgram';
import type { CallAnswer } from '../../support/callLines';
import { appendLong, KEY } from '../../support/powerCutSession';
import { SqliteFolder, WASM_FILE } from '../../support/sqliteFolder';
import { appendPlans } from '../../support/storeFixtures';

const OTHER = 'srv:other';
/** More events than a live file keeps. */
const EVENTS = 66;
const PATIENCE_MS = 15_000;

// A pipe that nobody writes to holds whoever opens it for ever. In a process of its own, so that a store
// that falls for it is one that does not answer.
describe('A store among pipes', function () {
  this.timeout(60_000);
  const programs = new ChildPrograms();
  let start: (...args: readonly string[]) => ChildProgram;
  let folder: SqliteFolder;
  before(async () => {
    start = await programs.build('planCaller');
  });
  after(() => programs.dispose());
  beforeEach(async () => {
    folder = new SqliteFolder();
    const store = folder.open();
    await appendLong(store, 1, 3, EVENTS);
    await appendPlans(store, OTHER, 1);
  });
  afterEach(async () => {
    await programs.endAll();
    await folder.dispose();
  });

  function putPipe(path: string): void {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  }

  function adding(session: string, call_id: string): GuestCall {
    const origin = { coworker: 'chat', configuration: { planning: true, subtasks: false } };
    const command = { name: 'add_task', input: { content: call_id } } as const;
    return { kind: 'guest_call', session, turn_id: 'turn-1', call_id, origin, command };
  }

  async function answer(child: ChildProgram, call: GuestCall): Promise<CallAnswer> {
    const before = child.lines.length;
    child.tell(JSON.stringify([call]));
    const line = await Promise.race([child.line(before), wait(PATIENCE_MS)]);
    assert.ok(line !== undefined, `${call.call_id} was not answered`);
    return JSON.parse(line) as CallAnswer;
  }

  for (const [what, suffix] of [
    ['the live file', ''],
    ['the last good copy', '.last-good'],
    ['the index of its history', '.ids'],
    ['a segment', '.seg'],
  ] as const) {
    // There are none in the folders of Windows.
    if (process.platform === 'win32') continue;
    it(`answers where ${what} of a session is one, and about the others as ever`, async () => {
      const found = folder.names().find((name) => name.includes(suffix) && name.includes('.seg'));
      const path =
        suffix === '.seg' ? `${folder.folder}/${found ?? ''}` : folder.file(KEY) + suffix;
      putPipe(path);
      const child = start(folder.folder, WASM_FILE);
      assert.equal(await child.line(0), 'ready');
      const first = await answer(child, adding(KEY, 'here'));
      // What the session itself needs is told of; what it does not need is in nobody's way.
      if (first.failed !== undefined) assert.equal(first.failed, 'store_unavailable');
      else assert.equal(first.result?.isError, false);
      const other = await answer(child, adding(OTHER, 'there'));
      assert.equal(other.result?.isError, false, JSON.stringify(other));
      const again = await answer(child, adding(KEY, 'call-1'));
      assert.ok(again.failed ?? again.result, JSON.stringify(again));
    });
  }
});
