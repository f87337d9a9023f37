import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { cursorOf, type PlanEvent } from '../../src/domain/planEvent';
import type { PlanView } from '../../src/protocol/planView';
import {
  type BodyOf,
  PROTOCOL_VERSION,
  type ToHost,
  type ToView,
  type ViewSettings,
} from '../../src/protocol/webviewMessages';
import { INITIAL_LAYOUT, type PanelLayout } from '../../webview/panelLayout';
import { sharedBrowser } from '../support/workbench/browser';
import { eventMessage, SESSION, viewOf } from './panelFixtures';
import { type PanelServer, startPanelServer, type ThemeName } from './panelServer';
import { shippedStrings } from './shippedStrings';

const shots = join(__dirname, '..', '..', '.cache', 'shots');

export interface PanelOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Null: agents are offered no tool that writes plans. */
  readonly planTool?: string | null;
  readonly locale?: string;
  readonly density?: ViewSettings['density'];
  /** The page that was on the screen before the panel was hidden. */
  readonly page?: PanelLayout['page'];
}

export type Question = Extract<ToHost, { kind: 'revision' | 'page' }>;

let server: Promise<PanelServer> | undefined;

export async function closePanelServer(): Promise<void> {
  await Promise.all(idle.splice(0).map((page) => page.context().close()));
  (await server)?.close();
  server = undefined;
}

/** The panel in a real browser; the test plays the extension. */
export class PanelPage {
  readonly #received: ToHost[] = [];
  readonly #answered = new Set<number>();
  #hello: BodyOf<ToView> | undefined;
  #view: PlanView | undefined;

  private constructor(readonly page: Page) {}

  static async open(options: PanelOptions = {}): Promise<PanelPage> {
    server ??= startPanelServer();
    const { width = 340, height = 720, theme = 'dark' } = options;
    const page = idle.pop() ?? (await newPage());
    const panel = new PanelPage(page);
    receivers.set(page, panel.#received);
    await page.setViewportSize({ width, height });
    const { locale = 'en', planTool = 'update_plan', density = 'comfortable' } = options;
    panel.#hello = {
      kind: 'hello',
      strings: await shippedStrings(locale),
      settings: { planTool, locale, density },
    };
    const layout = { ...INITIAL_LAYOUT, page: options.page ?? 'plan' };
    await page.goto((await server).url(theme, layout));
    await panel.heard('ready');
    await panel.send(panel.#hello);
    return panel;
  }

  /** What the panel was told of texts and settings. */
  told(): Extract<BodyOf<ToView>, { kind: 'hello' }> {
    if (this.#hello?.kind !== 'hello') throw new Error('Open the panel first.');
    return this.#hello;
  }

  /** Opens the panel and shows a session in it. */
  static async showing(view: PlanView, options: PanelOptions = {}): Promise<PanelPage> {
    const panel = await PanelPage.open(options);
    await panel.show(view);
    return panel;
  }

  async send(message: BodyOf<ToView> & { id?: number }): Promise<void> {
    if (message.id !== undefined) this.#answered.add(message.id);
    await this.post({ v: PROTOCOL_VERSION, ...message });
  }

  /** Posts anything, and waits until the panel has drawn what it makes of it. */
  async post(data: object): Promise<void> {
    await this.inPage(`window.postMessage(${JSON.stringify(data)}, '*')`);
    await this.#settled();
  }

  /** What the page was about to draw and to say when this was called is drawn and said. */
  async #settled(): Promise<void> {
    await this.inPage('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }

  /** The value of an expression in the page; the tests themselves are compiled without a browser. */
  inPage<Value>(expression: string): Promise<Value> {
    return this.page.evaluate<Value>(expression);
  }

  /** Waits for an expression in the page to be true; the page itself allows no polling by strings. */
  async until(expression: string): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await this.inPage<boolean>(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`Never true in the panel: ${expression}`);
  }

  styleOf(selector: string, property: string): Promise<string> {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    return this.inPage(`getComputedStyle(${element}).${property}`);
  }

  focusedId(): Promise<string> {
    return this.inPage('document.activeElement.id');
  }

  scrollTop(): Promise<number> {
    return this.inPage(`document.querySelector('.body').scrollTop`);
  }

  async show(view: PlanView): Promise<void> {
    this.#view = view;
    const content = { state: 'plan', view } as const;
    await this.send({ kind: 'snapshot', session: view.session, content });
  }

  /** What happens when a hidden panel comes back: a new page asks, and gets everything. */
  async showAgain(view: PlanView): Promise<void> {
    await this.heard('ready');
    if (this.#hello) await this.send(this.#hello);
    await this.show(view);
  }

  async showNothing(session: string | null = SESSION): Promise<void> {
    await this.send({ kind: 'snapshot', session, content: { state: 'none' } });
  }

  /** Tells the panel what was committed after what it was last told; the rest stays, but for `more`. */
  async commit(events: readonly PlanEvent[], more: Partial<PlanView> = {}): Promise<void> {
    const before = this.#view;
    if (!before) throw new Error('Show a session first.');
    const { plan, revisions, updated } = viewOf(events);
    const cursor = cursorOf(events.length);
    const after = { ...before, plan, revisions, updated, cursor, ...more };
    this.#view = after;
    await this.send(eventMessage(before, after));
  }

  /** The newest message of a kind, waited for; what a key or a click just now made the page say counts. */
  async heard<Kind extends ToHost['kind']>(kind: Kind): Promise<Extract<ToHost, { kind: Kind }>> {
    await this.#settled();
    for (let tries = 0; tries < 100; tries += 1) {
      const found = this.#received.findLast((message) => message.kind === kind);
      if (found) return found as Extract<ToHost, { kind: Kind }>;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The panel sent no ${kind}.`);
  }

  /** What the panel wants to know and was not told yet, oldest first. */
  questions(): Question[] {
    return this.#received.filter(
      (message) =>
        (message.kind === 'revision' || message.kind === 'page') && !this.#answered.has(message.id),
    ) as Question[];
  }

  async heardCount(kind: ToHost['kind']): Promise<number> {
    await this.#settled();
    return this.#received.filter((message) => message.kind === kind).length;
  }

  /** Answers the newest request for a revision from the session's events. */
  async answer(events: readonly PlanEvent[]): Promise<void> {
    const { id, session, revision } = await this.heard('revision');
    const event = events.find(
      (each) => each.type === 'plan_updated' && each.data.plan.revision === revision,
    );
    this.#received.length = 0;
    await this.send({
      kind: 'reply',
      id,
      answer:
        event?.type === 'plan_updated'
          ? { ok: true, value: { kind: 'revision', session, at: event.at, plan: event.data.plan } }
          : { ok: false, error: 'not_found' },
    });
  }

  step(text: string): Locator {
    return this.page.getByRole('treeitem').filter({ hasText: text });
  }

  steps(): Promise<string[]> {
    return this.page.locator('.step-text bdi').allTextContents();
  }

  /** The row or line that assistive technology is told is active. */
  activeText(): Promise<string> {
    const id = `document.activeElement.getAttribute('aria-activedescendant')`;
    return this.inPage(`document.getElementById(${id})?.textContent ?? ''`);
  }

  announced(): Promise<string> {
    return this.page.getByRole('status').innerText();
  }

  violations(): Promise<string[]> {
    return this.inPage('window.violations');
  }

  async shot(name: string): Promise<void> {
    mkdirSync(shots, { recursive: true });
    await this.page.screenshot({ path: join(shots, `${name}.png`) });
  }

  /** Leaves the page to the next test. */
  async close(): Promise<void> {
    receivers.delete(this.page);
    await this.page.goto('about:blank');
    await this.page.emulateMedia({ reducedMotion: null, forcedColors: null });
    idle.push(this.page);
  }
}

/** To make one costs four times as much as to load the panel in it. */
const idle: Page[] = [];
/** What each page that is in use has sent. */
const receivers = new WeakMap<Page, ToHost[]>();

async function newPage(): Promise<Page> {
  const context = await (await sharedBrowser()).newContext({ deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.exposeFunction('hostReceives', (message: ToHost) => {
    receivers.get(page)?.push(message);
  });
  return page;
}
