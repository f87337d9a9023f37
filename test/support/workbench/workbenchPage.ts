import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { sharedBrowser } from './browser';
import { announcedControls, waitForControl, type Control } from './control';
import type { Settings } from './profile';

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** The label of a colour theme, such as `Default High Contrast`; stays for later pages. */
  readonly theme?: string;
  /** Merged into the user's settings before the page opens. */
  readonly settings?: Settings;
  /** Another folder than the workbench's own. */
  readonly workspaceFolder?: string;
  readonly context?: BrowserContextOptions;
  /** Prepares the page before it loads. */
  readonly before?: (page: Page) => Promise<void>;
}

export interface ConsoleLine {
  readonly type: string;
  readonly text: string;
  readonly url: string;
}

/** A machine that is busy with other windows takes so many milliseconds to open one. */
const NAVIGATION = 90_000;

/** One window of the workbench: a page in a browser, with an extension host of its own. */
export class WorkbenchPage {
  readonly consoleLines: ConsoleLine[] = [];
  readonly pageErrors: Error[] = [];
  private known = new Set<string>();

  private constructor(
    readonly page: Page,
    private readonly address: string,
    private readonly controlFolder: string,
    private readonly token: string,
  ) {
    page.on('console', (message) => {
      const { url } = message.location();
      this.consoleLines.push({ type: message.type(), text: message.text(), url });
    });
    page.on('pageerror', (error) => this.pageErrors.push(error));
  }

  static async open(
    address: string,
    controlFolder: string,
    token: string,
    options: PageOptions,
  ): Promise<WorkbenchPage> {
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1400, height: 900 },
      ...options.context,
    });
    context.setDefaultNavigationTimeout(NAVIGATION);
    const page = await context.newPage();
    const window = new WorkbenchPage(page, address, controlFolder, token);
    await options.before?.(page);
    await window.load();
    return window;
  }

  /** The control server of this window's extension host (after a reload: of the new one). */
  control(): Promise<Control> {
    return waitForControl(this.controlFolder, this.known, this.token);
  }

  /** What a person does with F5, or after the server came back. */
  async reload(): Promise<void> {
    await this.load();
  }

  /** By the command for it: the editor first remembers its tabs, for which a browser leaves no time. */
  async reloadByCommand(): Promise<void> {
    const control = await this.control();
    await this.load(async () => {
      const loaded = this.page.waitForEvent('load', { timeout: NAVIGATION });
      void control.executeCommand('workbench.action.reloadWindow').catch(() => undefined);
      await loaded;
    });
  }

  /** What the browser refused because of a content security policy, in any frame. */
  cspViolations(): ConsoleLine[] {
    return this.consoleLines.filter(
      ({ type, text }) => type === 'error' && /content security policy|trusted ?types/i.test(text),
    );
  }

  /** The document of a webview, by a selector for the element that holds it (default: the first). */
  webview(within = 'body'): FrameLocator {
    return this.page
      .locator(within)
      .locator('iframe.webview')
      .first()
      .contentFrame()
      .locator('#active-frame')
      .contentFrame();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  private async load(
    go = (): Promise<unknown> => this.page.goto(this.address, { waitUntil: 'domcontentloaded' }),
  ): Promise<void> {
    this.known = new Set(announcedControls(this.controlFolder).map(({ file }) => file));
    await go();
    await this.page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: NAVIGATION });
  }
}
