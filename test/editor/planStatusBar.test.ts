import assert from 'node:assert/strict';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import { PlanError } from '../../src/domain/planError';
import type { registerPlanStatusBar } from '../../src/editor/planStatusBar';
import { updatePlanEvent } from '../protocol/revisionFixtures';
import { fakeLog } from '../support/fakeLog';
import { fakeVscode } from '../support/fakeVscode';
import { loadWithVscode } from '../support/loadWithVscode';
import { FakePlanReader } from './fakePlanReader';

/** The item as the editor has it: its text while it is shown. */
class FakeItem {
  text = '';
  tooltip = '';
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

async function openStatusBar() {
  const item = new FakeItem();
  const { vscode } = fakeVscode();
  const module = await loadWithVscode<{ registerPlanStatusBar: typeof registerPlanStatusBar }>(
    'src/editor/planStatusBar.ts',
    {
      ...vscode,
      StatusBarAlignment: { Left: 1 },
      ThemeColor: class {
        constructor(readonly id: string) {}
      },
      window: { createStatusBarItem: () => item },
    },
  );
  const reader = new FakePlanReader();
  const changed = new vscode.EventEmitter<void>();
  let key: string | undefined;
  const current = { key: () => key, onDidChange: changed.event };
  const log = fakeLog();
  module.registerPlanStatusBar({ reader, current: current as never, log });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    ...{ item, reader, log, settle },
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

function steps(...statuses: StepStatus[]): PlanStep[] {
  return statuses.map((status, index) => {
    const name = 'ABC'.charAt(index);
    return { id: name, description: `Do ${name}`, status };
  });
}

describe('planStatusBar', () => {
  const texts: readonly (readonly [string, ...StepStatus[]])[] = [
    ['1/3 Do B', 'completed', 'in_progress', 'pending'],
    ['0/2 Do A', 'pending', 'pending'],
    ['2/2 All steps marked complete by the agent', 'completed', 'completed'],
    ['1/3 Blocked: Do B', 'completed', 'blocked', 'cancelled'],
    ['1/2 No open step', 'completed', 'cancelled'],
    ['0/1 No open step', 'cancelled'],
  ];
  for (const [text, ...statuses] of texts) {
    it(`says “${text}” of ${statuses.join(', ')}`, async () => {
      const { item, follow, write } = await openStatusBar();
      await follow('a');
      await write('a', steps(...statuses));
      assert.equal(item.shown, `$(checklist) ${text}`);
    });
  }

  it('is hidden without a plan, without steps, and where no chat is followed', async () => {
    const { item, follow, write } = await openStatusBar();
    await follow('a');
    assert.equal(item.shown, undefined);
    await write('a', steps('pending'));
    assert.ok(item.shown);
    await write('a', []);
    assert.equal(item.shown, undefined);
    await write('a', steps('pending'));
    await follow(undefined);
    assert.equal(item.shown, undefined);
  });

  it('[FC.3] never shows the plan of one chat for another that cannot be read', async () => {
    const { item, reader, follow, write, log } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    reader.failure = new PlanError('store_unavailable', 'The file is locked.');
    await follow('b');
    assert.equal(item.shown, undefined);
    assert.equal(log.entries.length, 1);
    reader.failure = undefined;
    await follow('a');
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('keeps what it shows while its own chat cannot be read', async () => {
    const { item, reader, follow, write } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    reader.failure = new PlanError('store_unavailable', 'The file is locked.');
    reader.tell('a', []);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('is not hidden by the failure of an older look', async () => {
    const { item, reader, follow, write, settle } = await openStatusBar();
    await write('a', steps('pending'));
    let fail: (error: Error) => void = () => undefined;
    reader.gate = new Promise((_, reject) => (fail = reject));
    await follow('b');
    reader.gate = Promise.resolve();
    await follow('a');
    fail(new PlanError('store_unavailable', 'The file is locked.'));
    await settle();
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('[FC.51] shows nothing hidden, and makes no icon of a text', async () => {
    const { item, reader, follow, write } = await openStatusBar();
    reader.title = 'Title\u200B';
    await follow('a');
    const description = 'safe\u202Egnp $(error)';
    await write('a', [{ id: 'a', description, status: 'pending' }]);
    const text = 'safe⟨U+202E⟩gnp $(error)';
    assert.equal(item.shown, '$(checklist) 0/1 safe⟨U+202E⟩gnp \\$(error)');
    assert.equal(item.tooltip, `Title⟨U+200B⟩\n${text}`);
    assert.ok(item.accessibilityInformation.label.endsWith(text));
  });
});
