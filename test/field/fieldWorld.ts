import { waitFor } from '../support/workbench/chatDriver';
import { Keyboard } from '../extension/keyboard';
import { PlanModeStory } from '../extension/planModeStory';
import type { Product } from '../extension/product';
import { Chance } from './chance';
import { FieldChat } from './fieldChat';
import { NO_PLAN, PlanWriter, type FieldPlan } from './fieldPlan';
import { FieldStore } from './fieldStore';

/** One person with one window, what was done in it, and what must be seen in it because of that. */
export class FieldWorld {
  readonly chance: Chance;
  readonly writer: PlanWriter;
  readonly story: PlanModeStory;
  readonly keyboard: Keyboard;
  readonly store: FieldStore;
  readonly chats: FieldChat[] = [];
  /** The chat that the next message goes to; undefined: not known. */
  front: FieldChat | undefined;
  /** What the panel shows, and whether a person chose it. */
  shown: FieldChat | undefined;
  chosen = false;
  /** The one that an agent of this extension host used last. */
  latest: FieldChat | undefined;
  wholeToolset = true;
  strict = false;
  /** What the log may say until the next look, because of what was done on purpose. */
  readonly excused: RegExp[] = [];
  readonly counts = { messages: 0, hosts: 1, windows: 1, kills: 0 };
  #changes = 0;
  #topics = 0;

  constructor(
    readonly product: Product,
    readonly seed: number,
  ) {
    this.chance = new Chance(seed);
    this.writer = new PlanWriter(this.chance);
    this.story = new PlanModeStory(product);
    this.keyboard = new Keyboard(product);
    this.store = new FieldStore(product.storage);
  }

  get control() {
    return this.product.chat.control;
  }

  get page() {
    return this.product.window.page;
  }

  /** Stays on the screen, whatever agents do. */
  get stays(): boolean {
    return this.chosen || this.shown?.pinned === true;
  }

  get stored(): FieldChat[] {
    return this.chats.filter(({ isStored }) => isStored);
  }

  get planned(): FieldChat[] {
    return this.stored.filter(({ plan }) => plan.revision > 0);
  }

  get talkable(): FieldChat[] {
    return this.chats.filter(({ by, reachable }) => by !== 'program' && reachable);
  }

  topic(): string {
    this.#topics += 1;
    return `topic${this.#topics}`;
  }

  /** A call of an agent of this window came from this chat. */
  called(chat: FieldChat): void {
    this.latest = chat;
    if (this.stays) return;
    this.shown = chat;
    this.chosen = false;
  }

  /** A message to @plan makes a session, also where no plan is written or the last one is in the trash. */
  begun(chat: FieldChat): void {
    if (chat.isStored) return;
    this.#anew(chat);
    this.touch(chat);
  }

  /** The next revision of a plan; whoever wrote it. */
  wrote(chat: FieldChat, steps: FieldPlan['steps'], explanation = ''): void {
    if (chat.deleted) this.#anew(chat);
    chat.plan = { revision: chat.plan.revision + 1, steps };
    if (chat.title === '')
      chat.title = chat.ownTitle = explanation || (steps[0]?.description ?? '');
    this.touch(chat);
  }

  #anew(chat: FieldChat): void {
    Object.assign(chat, { deleted: false, title: '', ownTitle: '', pinned: false, plan: NO_PLAN });
  }

  touch(chat: FieldChat): void {
    this.#changes += 1;
    chat.changed = this.#changes;
    if (!this.chats.includes(chat)) this.chats.push(chat);
  }

  /** The extension host is another one: what nobody chose to see is the latest of this workspace. */
  restarted(): void {
    this.counts.hosts += 1;
    this.front = undefined;
    this.latest = undefined;
    if (!this.stays) this.shown = this.newest();
  }

  newest(): FieldChat | undefined {
    const here = this.stored.filter(({ by }) => by !== 'program');
    return here.toSorted((a, b) => b.changed - a.changed)[0];
  }

  /** An empty chat in the view for chats. */
  async freshChat(): Promise<void> {
    await this.control.executeCommand('workbench.action.closeAllEditors');
    await this.control.executeCommand('workbench.action.chat.open');
    await this.product.chat.newChat();
    this.front = undefined;
  }

  async goTo(chat: FieldChat): Promise<void> {
    if (this.front === chat) return;
    await this.product.chat.openSession(chat.session);
    this.front = chat;
  }

  async untilRequest(after: number): Promise<void> {
    await waitFor('the next request', async () => (await this.control.requestCount()) > after);
  }

  /** Runs a command that asks something before it ends. */
  begin(command: string, argument: object = {}): void {
    void this.control.executeCommand(`sessionPlans.${command}`, argument).catch(() => undefined);
  }

  get list() {
    return this.page.locator('.quick-input-widget');
  }

  get dialog() {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Waits for a notification, clears it away and returns what it said. */
  async told(text: string | RegExp, timeout = 60_000): Promise<string> {
    const toast = this.page.locator('.notification-toast', { hasText: text }).first();
    await toast.waitFor({ timeout });
    const said = await toast.innerText();
    await this.control.executeCommand('notifications.clearAll');
    await waitFor('the notification to go', async () => !(await toast.isVisible()));
    return said;
  }
}
