import { PLAN_LIMITS, type PlanDocument } from '../../src/domain/plan';
import { comparePlans } from '../../webview/history/comparisonRows';
import { WordChanges } from '../../webview/history/wordChanges';
import { longHistory } from '../webview/historyFixtures';
import { viewOf } from '../webview/panelFixtures';
import { closePanelServer, PanelPage } from '../webview/panelPage';
import type { BenchLine } from './benchResult';
import { DESCRIPTIONS } from './ordinaryPlan';
import { median, percentile, timeOfCall } from './statistics';

const OPENINGS = 15;

/** Revisions in the panel: what is computed of two of them, and how long the list takes to appear. */
export async function measurePanelHistory(): Promise<BenchLine[]> {
  const [before, after] = [longestPlan(0), longestPlan(1)];
  const edited = { ...before, steps: before.steps.map((step) => withAnotherWord(step)) };
  return [
    compared('two full plans, every word another', before, after),
    compared('two full plans, a word in every step', before, edited),
    await openTimeline(),
  ];
}

function compared(name: string, before: PlanDocument, after: PlanDocument): BenchLine {
  const { cpu, wall } = timeOfCall(() => {
    const words = new WordChanges();
    words.between(before.explanation, after.explanation);
    for (const { change } of comparePlans(before, after).rows) {
      if (change) words.between(change.before.description, change.after.description);
    }
  });
  return {
    name: `comparison of ${name}`,
    value: cpu,
    unit: 'ms',
    atMost: 5,
    note: `${wall.toFixed(2)} ms by the clock`,
  };
}

/** Steps and explanation as long as they may be; another `shift` has no word at the same place. */
function longestPlan(shift: number): PlanDocument {
  const text = (from: number, length: number): string => {
    let words = '';
    for (let at = from; words.length < length; at += 3)
      words += `${DESCRIPTIONS[at % DESCRIPTIONS.length] ?? ''} `;
    return words.slice(0, length - 1).concat('.');
  };
  return {
    ...{ revision: shift + 1, turn_id: 't', call_id: 'c' },
    explanation: text(shift, PLAN_LIMITS.explanationBytes),
    steps: Array.from({ length: PLAN_LIMITS.steps }, (_, n) => ({
      id: `step-${String(n)}`,
      description: text(n + shift, PLAN_LIMITS.descriptionBytes),
      status: 'pending' as const,
    })),
  };
}

function withAnotherWord(step: PlanDocument['steps'][number]): PlanDocument['steps'][number] {
  return { ...step, description: step.description.replace(/ \w+/, ' otherwise') };
}

async function openTimeline(): Promise<BenchLine> {
  const panel = await PanelPage.showing(viewOf(longHistory(1_000)));
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    await panel.page.locator('.section-title button').click();
    times.push(await panel.inPage<number>(OPEN));
  }
  await panel.close();
  await closePanelServer();
  return {
    name: 'opening the timeline of 1,000 revisions',
    value: median(times),
    unit: 'ms',
    atMost: 50,
    note: `to the next frame, longest of ${String(OPENINGS)}: ${percentile(times, 1).toFixed(0)} ms`,
  };
}

/** Unfolds it, and waits until it has been drawn. */
const OPEN = `new Promise((done) => {
  const started = performance.now();
  document.querySelector('.section-title button').click();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now() - started);
    port2.postMessage(0);
  });
})`;
