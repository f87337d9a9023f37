import { join } from 'node:path';
import { allActions } from './actions/allActions';
import { checkStored, checkWhatIsShown, checkWholeStore } from './fieldChecks';
import { planOf } from './fieldPlan';
import { FieldRecords, sizesOf } from './fieldRecords';
import type { FieldWorld } from './fieldWorld';

/** So many actions are told of when something is wrong. */
const TOLD = 12;
const WHOLE_LOOK = 10;

/** One action after the other, and after each of them a look at everything. */
export class FieldRound {
  failures = 0;
  readonly #records: FieldRecords;
  readonly #done: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #slowest: { ms: number; after: string }[] = [];
  readonly #began = Date.now();
  #actions = 0;

  constructor(
    private readonly world: FieldWorld,
    private readonly pictures: string,
  ) {
    this.#records = new FieldRecords(world);
  }

  async step(): Promise<void> {
    const { world } = this;
    const possible = allActions.filter(({ isPossible }) => isPossible?.(world) !== false);
    const action = world.chance.weighted(possible);
    const began = Date.now();
    this.#actions += 1;
    this.#counts.set(action.name, (this.#counts.get(action.name) ?? 0) + 1);
    this.#done.push(`${this.#actions}. ${action.name}`);
    try {
      const said = await action.run(world);
      const what = said === '' ? '' : `: ${said.replace(/\s+/g, ' ')}`;
      this.#done.push(`${this.#done.pop() ?? ''}${what}`);
      await this.#look();
    } catch (error) {
      await this.#failed(error);
    }
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    console.log(`${this.#done.at(-1) ?? ''} [${seconds} s]`);
  }

  async end(): Promise<void> {
    try {
      await checkWholeStore(this.world);
      await this.world.store.verb('verify', '--all');
    } catch (error) {
      await this.#failed(error);
    }
    await this.world.store.close();
  }

  summary(): string {
    const { counts, chats } = this.world;
    const minutes = ((Date.now() - this.#began) / 60_000).toFixed(1);
    const kinds = [...this.#counts].map(([name, count]) => `  ${count} × ${name}`);
    return [
      `${minutes} minutes, ${this.#actions} actions, ${chats.length} chats, ${counts.messages} messages, ` +
        `${counts.hosts} extension hosts, ${counts.kills} kills, ${counts.windows} windows, ` +
        `${this.#records.logFiles} log files, ${this.failures} failures`,
      ...kinds.sort(),
      'slowest to be right in the panel:',
      ...this.#slowest.map(({ ms, after }) => `  ${Math.round(ms)} ms after ${after}`),
    ].join('\n');
  }

  async #look(): Promise<void> {
    const { world } = this;
    const ms = await checkWhatIsShown(world);
    this.#slowest.push({ ms, after: this.#done.at(-1)?.slice(0, 100) ?? '' });
    this.#slowest.sort((one, other) => other.ms - one.ms).splice(8);
    const isWhole = this.#actions % WHOLE_LOOK === 0;
    if (isWhole) await checkWholeStore(world);
    else
      await checkStored(world, world.chats.toSorted((a, b) => b.changed - a.changed).slice(0, 3));
    const news = this.#records.news();
    world.excused.length = 0;
    if (news.length > 0) throw new Error(`Nobody caused this:\n${news.join('\n')}`);
    if (!isWhole) return;
    await this.#picture(String(this.#actions));
    const { hostMegabytes, heapMegabytes, files, kilobytes } = await sizesOf(world);
    console.log(
      `    host ${world.counts.hosts}: ${hostMegabytes} MB, heap ${heapMegabytes} MB; ` +
        `${world.stored.length} sessions, ${files} files, ${kilobytes} KB`,
    );
  }

  async #failed(error: unknown): Promise<void> {
    this.failures += 1;
    const picture = await this.#picture(`failed-${this.#actions}`);
    console.error(
      [
        `\nFAILED with seed ${this.world.seed}, picture ${picture}`,
        ...this.#done.slice(-TOLD).map((line) => `  ${line}`),
        error instanceof Error ? (error.stack ?? error.message) : String(error),
        '',
      ].join('\n'),
    );
    await this.#recover();
  }

  /** Goes on from what is there, so that one fault hides no other. */
  async #recover(): Promise<void> {
    const { world } = this;
    try {
      if (!world.product.workbench.isRunning()) await world.product.workbench.restartServer();
      await world.product.reload();
      world.restarted();
      await world.product.showPanel();
      for (const chat of world.chats) {
        const snapshot = await world.store.service.snapshot(chat.session);
        chat.deleted = snapshot === undefined;
        if (!snapshot) continue;
        chat.plan = planOf(snapshot.plan);
        Object.assign(chat, { title: snapshot.title, pinned: snapshot.pinned });
      }
      const order = (await world.store.sessions()).sessions.toReversed();
      for (const { key } of order) {
        const chat = world.chats.find(({ session }) => session === key);
        if (chat) world.touch(chat);
      }
      await world.control.executeCommand('sessionPlans.followLatest');
      world.chosen = false;
      world.shown = world.newest();
      this.#records.news();
    } catch (error) {
      console.error(`could not go on from there: ${String(error)}`);
    }
  }

  async #picture(name: string): Promise<string> {
    const path = join(this.pictures, `${name}.png`);
    await this.world.page.screenshot({ path }).catch(() => undefined);
    return path;
  }
}
