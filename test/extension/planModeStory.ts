import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { PlanEvent } from '../../src/domain/planEvent';
import { createPlanHost } from '../../src/host/planHost';
import type { PlanService } from '../../src/service/planService';
import { fakeLog } from '../support/fakeLog';
import { WASM_FILE } from '../support/sqliteFolder';
import { waitFor } from '../support/workbench/chatDriver';
import type { LoggedRequest, ScriptedReply } from '../support/workbench/control';
import { appears, Keyboard } from './keyboard';
import { Product } from './product';

/** The model asks to leave plan mode with the plan of this revision. */
export function exitPlanMode(expected_revision: number): ScriptedReply {
  return { toolCalls: [{ name: 'exit_plan_mode', input: { expected_revision } }] };
}

/** What a person sees and does around plan mode in one window. */
export class PlanModeStory {
  constructor(readonly product: Product) {}

  /** Waits until the switch in the panel says this, and is on or off. */
  async switchSays(name: string, checked: boolean): Promise<void> {
    await this.product.panel.getByRole('switch', { name, exact: true, checked }).waitFor();
  }

  /** Whether it says so soon. */
  says(name: string, checked: boolean): Promise<boolean> {
    return appears(this.product.panel.getByRole('switch', { name, exact: true, checked }));
  }

  async flipSwitch(): Promise<void> {
    await this.product.panel.getByRole('switch').press('Space');
  }

  /** The command in the palette, by keyboard. */
  async palette(title: string): Promise<void> {
    await new Keyboard(this.product).command(`Session Plans: ${title}`);
  }

  get card(): Locator {
    return this.product.window.page.locator('.chat-plan-review');
  }

  /** What is written on the card of the editor, once it is there. */
  async cardShows(text: string): Promise<void> {
    await this.card.filter({ hasText: text }).first().waitFor();
    // Nobody answers before they have read.
    await new Promise((resolve) => setTimeout(resolve, 400));
  }

  async press(button: string): Promise<void> {
    await this.card.getByRole('button', { name: button, exact: true }).last().click();
  }

  /** Sends a message and goes on while it is answered; the result waits for the model's last word. */
  async say(query: string, ...replies: ScriptedReply[]): Promise<() => Promise<LoggedRequest[]>> {
    const { chat } = this.product;
    const { control } = chat;
    const since = await control.requestCount();
    await control.setScript(...replies);
    chat.ask(query).catch(() => undefined);
    return async () => {
      await waitFor('the end of the answer', async () => {
        const requests = await control.requests(since);
        const left = await control.remainingScript();
        return left.length === 0 && requests.every(({ endedAt }) => endedAt !== undefined);
      });
      return control.requests(since);
    };
  }

  /** What another window on the same plans does. */
  async elsewhere<T>(work: (service: PlanService, session: string) => Promise<T>): Promise<T> {
    const { data } = this.product.workbench.profile;
    const folder = join(data, 'User/globalStorage/session-plans.session-plans/sessions');
    const { service, dispose } = createPlanHost({
      ...{ store: { kind: 'sqlite', folder }, wasmFile: WASM_FILE },
      ...{ clock: { now: () => Date.now() }, log: fakeLog() },
    });
    try {
      const { sessions } = await service.list({}, { limit: 1 });
      return await work(service, sessions[0]?.key ?? '');
    } finally {
      await dispose();
    }
  }

  /** The events of the chat that changed last, of these kinds. */
  events<Type extends PlanEvent['type']>(
    ...types: Type[]
  ): Promise<Extract<PlanEvent, { type: Type }>[]> {
    return this.elsewhere(async (service, session) => {
      const page = await service.events(session, 0, 1_000);
      const events = page.kind === 'events' ? page.events : [];
      return events.filter((event): event is Extract<PlanEvent, { type: Type }> =>
        (types as string[]).includes(event.type),
      );
    });
  }

  /** In how many chats plan mode is selected. */
  selectedSessions(): Promise<number> {
    return this.elsewhere(async (service) => {
      const { sessions } = await service.list({}, { limit: 100 });
      return sessions.filter(({ planMode }) => planMode?.pending ?? planMode?.active).length;
    });
  }
}

/** What the tools answered the model, all that its last request holds. */
export function toolResults(requests: readonly LoggedRequest[]): string[] {
  const last = requests.findLast(({ kind }) => kind === 'agent');
  return (last?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'tool_result' ? [part.text] : [])),
  );
}
