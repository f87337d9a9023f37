import type { CDPSession } from 'playwright-core';
import { MAX_ROWS } from '../../src/protocol/sessionRow';
import { PROTOCOL_VERSION } from '../../src/protocol/webviewMessages';
import { livePlan, viewOf } from '../webview/panelFixtures';
import { closePanelServer, PanelPage } from '../webview/panelPage';
import { listOf, manyRows } from '../webview/sessionFixtures';
import { type BenchLine, shown } from './benchResult';
import { median, percentile } from './statistics';

const SESSIONS = 10_000;
const ROUNDS = 9;
const PAINT_AT_MOST = 100;
const FRAME_AT_MOST = 50;
const QUERY = 'ubersetzung 7';

/** The list of very many sessions: how much work the page has with it, whoever shares the processor. */
export async function measurePanelSessions(): Promise<BenchLine[]> {
  const first: number[] = [];
  const parts: number[] = [];
  const paints: number[] = [];
  const frames: number[] = [];
  const letters: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const list = await MeasuredList.open();
    first.push(await list.cost(`postMessage(parts[0], '*')`));
    for (let part = 1; part < SESSIONS / MAX_ROWS; part += 1) {
      parts.push(await list.cost(`postMessage(parts[${String(part)}], '*')`));
    }
    await list.showPlan();
    paints.push(await list.cost(`document.querySelector('h1 button').click()`));
    await list.receiveAgain();
    const scrolled: number[] = [];
    for (let step = 1; step <= 40; step += 1) {
      const to = step % 10 === 0 ? step * 11_000 : `list.scrollTop + 400`;
      scrolled.push(await list.cost(`list.scrollTop = ${String(to)}`));
    }
    frames.push(Math.max(...scrolled));
    const typed: number[] = [];
    for (let length = 1; length <= QUERY.length; length += 1) {
      typed.push(await list.cost(`type(${JSON.stringify(QUERY.slice(0, length))})`));
    }
    letters.push(Math.max(...typed));
    await list.panel.close();
  }
  await closePanelServer();
  return [
    line('first 1,000 of 10,000 sessions arrive and are drawn', first, PAINT_AT_MOST),
    line('… each further 1,000', parts, PAINT_AT_MOST),
    line('10,000 sessions that are there are drawn', paints, PAINT_AT_MOST),
    line('… longest frame of 40 while scrolling', frames, FRAME_AT_MOST),
    line('… longest frame while a query is typed', letters, FRAME_AT_MOST),
  ];
}

function line(name: string, times: readonly number[], atMost: number): BenchLine {
  const note = `processor of the page, longest of ${String(times.length)}: ${shown(percentile(times, 1))} ms`;
  return { name, value: median(times), unit: 'ms', atMost, note };
}

/** A panel whose messages wait in the page, so that making them costs nothing. */
class MeasuredList {
  private constructor(
    readonly panel: PanelPage,
    readonly devtools: CDPSession,
  ) {}

  static async open(): Promise<MeasuredList> {
    const panel = await PanelPage.showing(viewOf(livePlan()));
    const rows = manyRows(SESSIONS);
    const parts = Array.from({ length: SESSIONS / MAX_ROWS }, (_, part) => ({
      v: PROTOCOL_VERSION,
      ...listOf(rows.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS), {
        part: part === 0 ? 'first' : 'more',
        done: (part + 1) * MAX_ROWS === SESSIONS,
      }),
    }));
    await panel.inPage(`{
      window.parts = ${JSON.stringify(parts)};
      Object.defineProperty(window, 'list', { get: () => document.getElementById('sessions') });
      window.type = (text) => {
        const box = document.getElementById('search');
        box.value = text;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      };
      document.querySelector('h1 button').click();
    }`);
    await panel.inPage(DRAWN);
    const devtools = await panel.page.context().newCDPSession(panel.page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MeasuredList(panel, devtools);
  }

  async showPlan(): Promise<void> {
    await this.panel.inPage(`document.querySelector('.back').click()`);
    await this.panel.inPage(DRAWN);
  }

  /** The list is read anew whenever it comes on the screen. */
  async receiveAgain(): Promise<void> {
    await this.panel.inPage(`for (const part of parts) postMessage(part, '*')`);
    await this.panel.inPage(DRAWN);
    // What it prepares for a search is not part of what follows.
    await this.panel.page.waitForTimeout(1_000);
  }

  /** Milliseconds of the page's processor until the page is drawn anew. */
  async cost(action: string): Promise<number> {
    const before = await this.#worked();
    await this.panel.inPage(`{ ${action}; }`);
    await this.panel.inPage(DRAWN);
    return (await this.#worked()) - before;
  }

  async #worked(): Promise<number> {
    const { metrics } = await this.devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  }
}

const DRAWN = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';
