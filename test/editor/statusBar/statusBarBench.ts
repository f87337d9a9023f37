import type { PlanStep } from '../../../src/domain/plan';
import type { PlanError } from '../../../src/domain/planError';
import type { registerPlanStatusBar } from '../../../src/editor/statusBar/planStatusBar';
import { updatePlanEvent } from '../../protocol/revisionFixtures';
import { fakeLog } from '../../support/fakeLog';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';
import { FakeMarkdown } from '../documents/fakeMarkdown';
import { FakePlanReader } from '../fakePlanReader';

/** The item as the editor has it: its text while it is shown. */
class FakeItem {
  text = '';
  tooltip = new FakeMarkdown();
  accessibilityInformation = { label: '' };
  backgroundColor: { id: string } | undefined;
  #visible = false;
  show(): void {
    this.#visible = true;
  }
  hide(): void {
    this.#visible = false;
  }
  get shown(): string | undefined {
    return this.#visible ? this.text : undefined;
  }
}

/** The item over sessions in memory. */
export async function openStatusBar() {
  const item = new FakeItem();
  const { vscode } = fakeVscode();
  const module = await loadWithVscode<{ registerPlanStatusBar: typeof registerPlanStatusBar }>(
    'src/editor/statusBar/planStatusBar.ts',
    {
      ...vscode,
      StatusBarAlignment: { Left: 1 },
      MarkdownString: FakeMarkdown,
      ThemeColor: class {
        constructor(readonly id: string) {}
      },
      window: { createStatusBarItem: () => item },
    },
  );
  const reader = new FakePlanReader();
  const changed = new vscode.EventEmitter<void>();
  let key: string | undefined;
  const rechecked = new vscode.EventEmitter<void>();
  const current = {
    key: () => key,
    onDidChange: changed.event,
    onDidRecheck: rechecked.event,
  };
  const log = fakeLog();
  const openReviews = new Map<string, number>();
  const asked = new vscode.EventEmitter<string>();
  const reviews = { openReviews, onDidChangeReviews: asked.event };
  const reach: { problem: PlanError | undefined } = { problem: undefined };
  module.registerPlanStatusBar({ reader, reviews, current: current as never, reach, log });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    ...{ item, reader, log, settle, reach },
    /** A person is asked about this revision, or no longer. */
    async ask(session: string, revision?: number): Promise<void> {
      if (revision === undefined) openReviews.delete(session);
      else openReviews.set(session, revision);
      asked.fire(session);
      await settle();
    },
    async recheck(): Promise<void> {
      rechecked.fire();
      await settle();
    },
    async follow(session: string | undefined): Promise<void> {
      key = session;
      changed.fire();
      await settle();
    },
    async write(session: string, steps: readonly PlanStep[]): Promise<void> {
      const events = [updatePlanEvent(1, { steps })];
      reader.sessions.set(session, events);
      reader.tell(session, events);
      await settle();
    },
  };
}
