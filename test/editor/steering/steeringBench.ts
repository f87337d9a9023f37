import type { Memento } from 'vscode';
import type { Draft } from '../../../src/domain/steering/draft';
import { KeptDrafts } from '../../../src/editor/steering/keptDrafts';
import type { DraftedChange, Steering } from '../../../src/editor/steering/steering';
import type { SteerAction } from '../../../src/protocol/steerAction';
import { fakeLog } from '../../support/fakeLog';
import { loadWithVscode } from '../../support/loadWithVscode';
import { MaintainedWorkbench } from '../commands/maintainedWorkbench';

/** What the chat makes of a message. */
type Answer = object | undefined;

/** A workbench with a chat, in which a message is answered when the test says so. */
export class SteeringWorkbench extends MaintainedWorkbench {
  /** Survives the extension host. */
  readonly stored = new Map<string, unknown>();
  readonly told: DraftedChange[] = [];
  readonly steered: SteerAction[] = [];
  readonly log = fakeLog();
  real: Steering | undefined;
  /** Undefined: there is no such command. */
  chat: Promise<Answer> | undefined = new Promise(() => undefined);

  override get vscode(): object {
    const base = super.vscode as Record<'commands' | 'Uri', object>;
    return {
      ...base,
      Uri: { ...base.Uri, parse: (text: string) => `parsed ${text}` },
      commands: {
        ...base.commands,
        executeCommand: (name: string, ...values: unknown[]) => {
          this.ran.push([name, ...values]);
          if (name !== 'workbench.action.chat.open') return Promise.resolve();
          return this.chat ?? Promise.reject(new Error('There is no such command.'));
        },
      },
    };
  }

  get memento(): Memento {
    return {
      keys: () => [...this.stored.keys()],
      get: (key: string) => this.stored.get(key),
      update: (key: string, value: unknown) => {
        if (value === undefined) this.stored.delete(key);
        else this.stored.set(key, JSON.parse(JSON.stringify(value)));
        return Promise.resolve();
      },
    };
  }

  /** The real keeper of drafts, as after a start of the editor. */
  async steer(): Promise<Steering> {
    const { Steering: Made } = await loadWithVscode<{ Steering: typeof Steering }>(
      'src/editor/steering/steering.ts',
      this.vscode,
    );
    this.real?.dispose();
    const drafts = new KeptDrafts(this.memento);
    const steering = new Made({ reader: this.host.service, drafts, log: this.log });
    steering.onDidChange((change) => this.told.push(change));
    steering.onDidSteer((action) => this.steered.push(action));
    this.real = steering;
    return steering;
  }

  override readonly steering = {
    draft: (session: string): Draft | null => this.real?.draft(session) ?? null,
    change: (session: string, draft: Draft | null): void => {
      this.real?.change(session, draft);
    },
  };

  /** The messages that were sent, each with the chat that had the focus then. */
  sent(): { chat: unknown; query: string }[] {
    let chat: unknown;
    return this.ran.flatMap(([name, value]) => {
      if (name === 'vscode.open') chat = value;
      const { query } = (value ?? {}) as { query?: string };
      return name === 'workbench.action.chat.open' && query !== undefined ? [{ chat, query }] : [];
    });
  }
}
