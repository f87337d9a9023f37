import { draftMessage } from '../../src/domain/steering/draftMessage';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import type { Draft } from '../../src/domain/steering/draft';
import { eventsOf, SESSION, step, viewOf } from './panelFixtures';
import { type PanelOptions, PanelPage } from './panelPage';

export const STEPS = [
  step('read', 'Read the helpers', { status: 'completed' }),
  step('inject', 'Inject a clock', { status: 'in_progress' }),
  step('find', 'Find every call', { parent_id: 'inject' }),
  step('replace', 'Replace them', { parent_id: 'inject' }),
  step('run', 'Run the suite'),
  step('note', 'Note the cause'),
];
export const START = eventsOf([STEPS]);

/** A panel with a plan, in which somebody drafts; the test is the host, and keeps what is drafted. */
export class DraftBench {
  private constructor(readonly panel: PanelPage) {}

  static async open(options: PanelOptions = {}): Promise<DraftBench> {
    const panel = await PanelPage.open(options);
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.show(viewOf(START));
    // What drafts need comes once nothing else is to be done.
    await panel.page.waitForLoadState('networkidle');
    await panel.page.locator('#steps').focus();
    return new DraftBench(panel);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.panel.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.panel.page.keyboard.type(text);
  }

  get field() {
    return this.panel.page.getByRole('textbox', { name: 'Text of the step' });
  }

  state(): Promise<string> {
    return this.panel.page.locator('.draft-state').innerText();
  }

  button(name: string) {
    return this.panel.page.getByRole('button', { name, exact: true });
  }

  row(text: string) {
    return this.panel.page.getByRole('treeitem').filter({ hasText: text });
  }

  /** What the host was told to keep last. */
  async kept(): Promise<Draft | null> {
    return (await this.panel.heard('draft')).draft;
  }

  /** What a message would ask for, line by line. */
  async wishes(steps: readonly PlanStep[] = STEPS): Promise<string[]> {
    const plan: PlanDocument = {
      ...{ revision: 1, turn_id: '', call_id: '', explanation: '' },
      steps: [...steps],
    };
    const draft = await this.kept();
    return draft ? draftMessage(draft, plan).slice(1).map(String) : [];
  }
}
