import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { GuestCall } from '../../src/service/sessionCommand';
import { answersOf, assertAccepted } from '../support/callers';
import { ChildPrograms, type ChildProgram } from '../support/childProgram';
import { aGuestCall, adding as addingTo, type CallAnswer } from '../support/callLines';
import { SqliteFolder, WASM_FILE } from '../support/sqliteFolder';
import { aPlan, aPlanCommit, appendPlans, aStep, loadExisting } from '../support/storeFixtures';

const KEY = 'vscode-chat-session://local/shared';
const adding = (call_id: string) => addingTo(KEY, call_id);

describe('Processes that write one plan at once', () => {
  const programs = new ChildPrograms();
  let startLock: (...args: readonly string[]) => ChildProgram;
  let startCaller: (...args: readonly string[]) => ChildProgram;
  let folder: SqliteFolder;
  before(async () => {
    startLock = await programs.build('lockLoop');
    startCaller = await programs.build('planCaller');
  });
  after(() => programs.dispose());
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(async () => {
    await programs.endAll();
    await folder.dispose();
  });

  async function callers(count: number): Promise<ChildProgram[]> {
    const children = Array.from({ length: count }, () => startCaller(folder.folder, WASM_FILE));
    for (const child of children) assert.equal(await child.line(0), 'ready');
    return children;
  }

  it('[FC.12] have all 32 steps that two of them add, 16 each, and the next one is refused', async () => {
    const children = await callers(2);
    const answers = (
      await answersOf(children, (child) =>
        Array.from({ length: 16 }, (_, call) => adding(`${String(child)}-${String(call)}`)),
      )
    ).flat();
    assertAccepted(answers);
    const { record, version } = await loadExisting(folder.open(), KEY);
    const steps = record.plan?.steps ?? [];
    assert.equal(steps.length, 32);
    assert.equal(new Set(steps.map(({ id }) => id)).size, 32);
    assert.deepEqual(
      steps.map(({ description }) => description).sort(),
      answers.map(({ call_id }) => `Do ${call_id}`).sort(),
    );
    // The first event says that there is a session.
    assert.deepEqual([record.plan?.revision, version], [32, 33]);
    const revisions = answers.map(({ result }) => result?.structuredContent?.['revision']);
    assert.deepEqual(new Set(revisions), new Set(Array.from({ length: 32 }, (_, at) => at + 1)));
    const [[late]] = (await answersOf(children.slice(0, 1), () => [adding('late')])) as [
      [CallAnswer],
    ];
    assert.equal(late.result?.isError, true, JSON.stringify(late));
    assert.match(late.result.content[0]?.text ?? '', /32/);
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 32);
  });

  it('[FC.15] wait for one that keeps the lock for two seconds, and then go on', async () => {
    const [child] = await callers(1);
    assert.ok(child);
    const holder = startLock(folder.folder, 'hold', '2000', nameOfLock());
    assert.equal(await holder.line(0), 'held');
    const [[answer]] = (await answersOf([child], () => [adding('patient')])) as [[CallAnswer]];
    assertAccepted([answer]);
    assert.ok(answer.ms > 1_000, `after ${String(answer.ms)} ms`);
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 1);
  });

  it('[FC.15] hear retry when it is kept for longer, and nothing has changed and nobody has ended', async () => {
    const [child] = await callers(1);
    assert.ok(child);
    const [before] = await answersOf([child], () => [adding('first')]);
    assertAccepted(before ?? []);
    const file = readFileSync(folder.file(KEY));
    const holder = startLock(folder.folder, 'hold', '60000', nameOfLock());
    assert.equal(await holder.line(0), 'held');
    const [[late]] = (await answersOf([child], () => [adding('second')])) as [[CallAnswer]];
    assert.equal(late.failed, 'retry');
    assert.ok(late.ms > 4_500 && late.ms < 15_000, `after ${String(late.ms)} ms`);
    assert.deepEqual(readFileSync(folder.file(KEY)), file);
    await holder.end();
    // The same process goes on, with the same call.
    const [again] = await answersOf([child], () => [adding('second')]);
    assertAccepted(again ?? []);
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 2);
  });

  it('[FC.20] keep one copy of a broken file and recover it once, eight at a time', async () => {
    const children = await callers(8);
    const damages = Object.entries<(bytes: Buffer) => Buffer>({
      'cut short': (bytes) => bytes.subarray(0, bytes.length / 2),
      empty: () => Buffer.alloc(0),
      'with other bytes in it': (bytes) => bytes.fill(0x55, 5_000, 6_000),
    });
    let copies = 0;
    for (const [how, damage] of damages) {
      const session = `srv:${how}`;
      await appendPlans(folder.open(), session, 1, 2);
      const damaged = damage(readFileSync(folder.file(session)));
      writeFileSync(folder.file(session), damaged);
      const callsOf = (child: number) => [{ ...adding(`call-of-${String(child)}`), session }];
      const answers = await answersOf(children, callsOf);
      // Who waited in vain for five seconds, which happens on a busy machine, was told so and calls again.
      for (const [child, list] of answers.entries()) {
        const isLate = list[0]?.failed === 'retry';
        const caller = children.slice(child, child + 1);
        assertAccepted(isLate ? (await answersOf(caller, () => callsOf(child))).flat() : list);
      }
      const { record, problems } = await loadExisting(folder.open(), session);
      // Each built on what the good copy had and on each other, so there was one recovery.
      assert.equal(record.plan?.revision, 1 + 8, how);
      assert.equal(record.plan.steps.length, aPlan(1).steps.length + 8, how);
      assert.deepEqual(problems, [], how);
      const kept = readdirSync(folder.folder).filter((name) => name.includes('.damaged-'));
      assert.equal(kept.length, ++copies, kept.join());
      const contents = kept.map((name) => readFileSync(join(folder.folder, name)));
      assert.ok(
        contents.some((content) => content.equals(damaged)),
        how,
      );
    }
  });

  it('[FC.20] leave few damaged copies of a session where they are, however often it is damaged', async () => {
    const damaged = (time: number) =>
      `${folder.file(KEY)}.damaged-${String(time).padStart(12, '0')}`;
    await appendPlans(folder.open(), KEY, 1, 2);
    for (let time = 0; time < 40; time++) {
      writeFileSync(damaged(time), `damaged at ${String(time)}`);
      // Clocks of files are coarse.
      if (time === 31) await wait(50);
    }
    await appendPlans(folder.open(), KEY, 3);
    const kept = folder.names().filter((name) => name.includes('.damaged-'));
    const latest = [32, 33, 34, 35, 36, 37, 38, 39].map((time) => basename(damaged(time)));
    assert.deepEqual(kept, latest);
    const trash = join(folder.folder, 'trash');
    const trashed = readdirSync(trash).flatMap((entry) => readdirSync(join(trash, entry)));
    assert.equal(trashed.length, 32, 'none of them is gone');
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 3);
  });

  it('[FC.22] make one revision of a call that reaches several of them, and answer it alike', async () => {
    const one = (child: ChildProgram, call: GuestCall) => answersOf([child], () => [call]);
    const children = await callers(3);
    for (let round = 1; round <= 5; round++) {
      const call = adding(`round-${String(round)}`);
      const answers = (await answersOf(children, () => [call])).flat();
      assertAccepted(answers);
      const results = new Set(answers.map(({ result }) => JSON.stringify(result)));
      assert.equal(results.size, 1, [...results].join('\n'));
      assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, round);
    }
    const [[first]] = (await one(children[0] as ChildProgram, adding('round-1'))) as [[CallAnswer]];
    await programs.endAll();
    const [restarted] = await callers(1);
    const [[again]] = (await one(restarted as ChildProgram, adding('round-1'))) as [[CallAnswer]];
    assert.deepEqual(again.result, first.result);
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 5);
  });

  it('lose no acknowledged commit, let nobody starve, and are together about as fast as one', async function () {
    this.timeout(40_000);
    const EACH = 40;
    const store = folder.open();
    const steps = [0, 1, 2, 3].map((child) => aStep(`step-${String(child)}`));
    await store.append(KEY, 0, aPlanCommit(KEY, 1, { plan: aPlan(1, steps) }));
    let [revision, alone] = [1, 0];
    for (const processes of [1, 2, 4]) {
      const children = await callers(processes);
      const toggling = (child: number, call: number): GuestCall =>
        aGuestCall(KEY, `of-${String(processes)}-${String(child)}-${String(call)}`, {
          name: 'update_task_status',
          input: {
            task_id: `step-${String(child)}`,
            status: call % 2 === 0 ? 'in_progress' : 'pending',
          },
        });
      const began = performance.now();
      const answers = await answersOf(children, (child) =>
        Array.from({ length: EACH }, (_, call) => toggling(child, call)),
      );
      const rate = (EACH * processes * 1_000) / (performance.now() - began);
      assertAccepted(answers.flat());
      revision += EACH * processes;
      const { record } = await loadExisting(store, KEY);
      assert.equal(record.plan?.revision, revision);
      for (const { call_id } of answers.flat())
        assert.ok(await store.recordedCall(KEY, call_id), call_id);
      alone ||= rate;
      const longest = Math.max(...answers.flat().map(({ ms }) => ms));
      if (process.env['SESSION_PLANS_MEASURE'] !== undefined)
        console.log(
          `      ${String(processes)} processes: ${String(Math.round(rate))} commits/s, longest call ${String(Math.round(longest))} ms`,
        );
      // Half of it is what it should be; the rest is for machines with few cores that are busy.
      assert.ok(rate > alone / 5, `${String(rate)} commits a second, alone ${String(alone)}`);
      await programs.endAll();
    }
  });

  function nameOfLock(): string {
    return /([0-9a-f]{32})\.sqlite$/.exec(folder.file(KEY))?.[1] ?? '';
  }
});
