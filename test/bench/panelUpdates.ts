import type { CDPSession } from 'playwright-core';
import type { PlanStep } from '../../src/domain/plan';
import { PROTOCOL_VERSION } from '../../src/protocol/webviewMessages';
import { eventMessage, eventsOf, step, viewOf } from '../webview/panelFixtures';
import { closePanelServer, PanelPage } from '../webview/panelPage';
import { type BenchLine, shown } from './benchResult';
import { DESCRIPTIONS } from './ordinaryPlan';
import { median, percentile } from './statistics';

const STEPS = 32;
/** The plan is worked through so often: a panel that is kept open has seen its code run before. */
const ROUNDS = 5;
const BURST = 50;
/** A burst is this long, in milliseconds. */
const BURST_TIME = 100;
/** The host tells of what was committed so often, in milliseconds (FC.34). */
const COALESCE = 40;

/** Updates of a full plan: what the page has to do for one, and how often it is drawn in a burst. */
export async function measurePanelUpdates(): Promise<BenchLine[]> {
  const panel = await PanelPage.open();
  const costs: number[] = [];
  const lists = Array.from({ length: STEPS + 1 }, (_, done) => listWith(done));
  const events = eventsOf(lists);
  const devtools = await panel.page.context().newCDPSession(panel.page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (let round = 0; round < ROUNDS; round += 1) {
    await panel.send({ kind: 'reset', session: viewOf(events).session });
    await panel.show(viewOf(events.slice(0, 1)));
    for (let count = 2; count <= events.length; count += 1) {
      const [before, after] = [count - 1, count].map((end) => viewOf(events.slice(0, end)));
      if (before && after) costs.push(await costOf(panel, devtools, eventMessage(before, after)));
    }
  }
  const first = costs.slice(0, STEPS);
  const paints = await paintsOfBurst(panel);
  await panel.close();
  await closePanelServer();
  return [
    {
      name: 'one changed step of 32',
      value: median(costs),
      unit: 'ms',
      atMost: 6,
      note: `processor of the page, with drawing, of ${String(costs.length)}, longest ${shown(percentile(costs, 1))}; of the first ${String(STEPS)} ${shown(median(first))}`,
    },
    {
      name: `frames drawn for ${String(BURST)} updates in ${String(BURST_TIME)} ms`,
      value: paints,
      unit: '',
      atMost: 6,
      note: `told by the host every ${String(COALESCE)} ms`,
    },
  ];
}

async function costOf(panel: PanelPage, devtools: CDPSession, message: object): Promise<number> {
  await panel.inPage(`{ window.next = ${JSON.stringify({ v: PROTOCOL_VERSION, ...message })}; }`);
  await panel.inPage(DRAWN);
  const asked = await work(panel, devtools, '{}');
  return (await work(panel, devtools, `{ postMessage(next, '*'); }`)) - asked;
}

function listWith(done: number): PlanStep[] {
  return Array.from({ length: STEPS }, (_, index) =>
    step(`s${String(index)}`, DESCRIPTIONS[index % DESCRIPTIONS.length] ?? '', {
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    }),
  );
}

/** Frames in which something of the page was another, while the host tells of a burst. */
async function paintsOfBurst(panel: PanelPage): Promise<number> {
  const perMessage = Math.ceil((BURST * COALESCE) / BURST_TIME);
  const events = eventsOf(Array.from({ length: BURST + 1 }, (_, n) => listWith(n % STEPS)));
  await panel.send({ kind: 'reset', session: viewOf(events).session });
  await panel.show(viewOf(events.slice(0, 1)));
  const messages: object[] = [];
  for (let told = 1; told < events.length; told += perMessage) {
    const [before, after] = [told, told + perMessage].map((end) => viewOf(events.slice(0, end)));
    if (before && after) messages.push({ v: PROTOCOL_VERSION, ...eventMessage(before, after) });
  }
  return panel.inPage<number>(`new Promise((done) => {
    const messages = ${JSON.stringify(messages)};
    let changed = false;
    let frames = 0;
    new MutationObserver(() => { changed = true; }).observe(document.body, {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
    const frame = () => {
      if (changed) frames += 1;
      changed = false;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    messages.forEach((message, index) => {
      setTimeout(() => postMessage(message, '*'), index * ${String(COALESCE)});
    });
    setTimeout(() => done(frames), ${String(BURST_TIME * 4)});
  })`);
}

/** Milliseconds of the page's processor until it is drawn, those of asking for them among them. */
async function work(panel: PanelPage, devtools: CDPSession, action: string): Promise<number> {
  const before = await worked(devtools);
  await panel.inPage(action);
  await panel.inPage(DRAWN);
  return (await worked(devtools)) - before;
}

async function worked(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

const DRAWN = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';
