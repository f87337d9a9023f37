import { batch, computed, type Signal, signal } from '@preact/signals';
import { PLAN_LIMITS, type PlanDocument, type PlanStep } from '../../src/domain/plan';
import { type Draft, draftSchema, EMPTY_DRAFT, type Typing } from '../../src/domain/steering/draft';
import { draftedSteps } from '../../src/domain/steering/draftedSteps';
import * as drafting from '../../src/domain/steering/draftOperations';
import { conflictsOf, openChanges } from '../../src/domain/steering/draftStanding';
import { hasForbiddenCharacter, isBlank, utf8Bytes } from '../../src/domain/textLimits';
import type { SteerAction } from '../../src/protocol/steerAction';
import type { DraftMessage } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';
import type { Texts } from '../texts';
import { carriedOut } from './draftActions';
import { DraftHistory } from './draftHistory';

export interface SteeringPorts {
  readonly host: Pick<HostConnection, 'send'>;
  readonly texts: Texts;
  readonly announce: (text: string) => void;
  /** The latest plan of the session on the screen; undefined where there is none. */
  readonly latest: () => { readonly session: string; readonly plan: PlanDocument } | undefined;
  /** Resolves once it is known whether there is a plan. */
  readonly loaded: () => Promise<void>;
}

/** What there is to say of a draft that is not there any more. */
export type Farewell = { readonly kind: 'dismissed' } | { readonly kind: 'done'; revision: number };

/** The draft for the plan on the screen, and what a person does with it. The host keeps it. */
export class SteeringModel {
  readonly #ports: SteeringPorts;
  readonly #session = signal<string | null>(null);
  readonly #draft = signal<Draft | null>(null);
  readonly #farewell = signal<Farewell | undefined>(undefined);
  readonly #history = new DraftHistory();
  readonly canUndo = signal(false);

  /** The step that the person is at. */
  readonly step: Signal<string | undefined>;
  readonly draft = computed(() => (this.#isOnScreen.value ? this.#draft.value : null));
  readonly farewell = computed(() => (this.#isOnScreen.value ? this.#farewell.value : undefined));
  readonly isThere = computed(() => this.draft.value !== null || this.farewell.value !== undefined);
  /** The text in the field cannot be one of a step. */
  readonly isTooLong = computed(() => {
    const typing = this.draft.value?.typing;
    return typing !== undefined && utf8Bytes(typing.text.trim()) > PLAN_LIMITS.descriptionBytes;
  });
  readonly #isOnScreen = computed(() => this.#ports.latest()?.session === this.#session.value);

  constructor(ports: SteeringPorts, step: Signal<string | undefined>) {
    this.#ports = ports;
    this.step = step;
  }

  /** The plan as it would be, with the step that is typed although it is gone. */
  steps(plan: PlanDocument, draft: Draft): PlanStep[] {
    const steps = draftedSteps(plan, draft.changes);
    const { typing } = draft;
    if (!typing || steps.some(({ id }) => id === typing.step)) return steps;
    return [...steps, { id: typing.step, description: typing.was, status: 'pending' }];
  }

  receive({ session, draft, done }: DraftMessage): void {
    const parsed = draftSchema.safeParse(draft);
    const { announce, texts } = this.#ports;
    batch(() => {
      if (session !== this.#session.value) {
        this.#history.clear();
        this.canUndo.value = false;
        this.#farewell.value = undefined;
      }
      const own = session === this.#session.value ? this.#draft.value : null;
      this.#session.value = session;
      this.#draft.value = parsed.success ? withOwnTyping(parsed.data, own) : null;
      if (done === undefined) return;
      this.#history.clear();
      this.canUndo.value = false;
      this.#farewell.value = { kind: 'done', revision: done };
    });
    if (done !== undefined) announce(texts.text('draftDone', done));
  }

  /** `at`: the step that the person is at, where it is another than before. */
  steer(action: SteerAction, at = this.step.peek()): void {
    const latest = this.#ports.latest();
    if (!latest) return;
    this.#follow(latest.session);
    if (action === 'undoDraft' || action === 'redoDraft') {
      this.#step(action === 'undoDraft' ? 'undo' : 'redo');
      return;
    }
    this.endTyping();
    const before = this.#draft.value ?? EMPTY_DRAFT;
    if (action === 'dismissDraft') {
      this.dismiss();
      return;
    }
    const made = carriedOut(action, before, latest.plan, at);
    if (made === 'full') {
      this.#ports.announce(this.#ports.texts.text('draftFull', PLAN_LIMITS.steps));
      return;
    }
    this.step.value = made.step;
    this.#apply(made.draft);
  }

  /** Mine or theirs, where a draft and the plan contradict each other. */
  settle(step: string, mine: boolean): void {
    const latest = this.#ports.latest();
    const draft = this.#draft.value;
    if (!latest || !draft) return;
    const settled = mine ? drafting.keepMine : drafting.withoutStep;
    this.#apply(settled(draft, latest.plan, step));
  }

  place(step: string, side: 'before' | 'after', other: string): void {
    const latest = this.#ports.latest();
    if (!latest) return;
    const draft = this.#draft.value ?? EMPTY_DRAFT;
    this.#apply(drafting.draftPlace(draft, latest.plan, step, side, other));
  }

  type(change: Partial<Typing>): void {
    const draft = this.#draft.value;
    if (draft?.typing) this.#set({ ...draft, typing: { ...draft.typing, ...change } });
  }

  /** Takes what stands in the field for the text of its step, unless it can be none. */
  endTyping(isKept = true): void {
    const latest = this.#ports.latest();
    const { typing, ...draft } = this.#draft.value ?? EMPTY_DRAFT;
    if (!typing || !latest) return;
    const { plan } = latest;
    const text = [...typing.text.trim()]
      .map((one) => (hasForbiddenCharacter(one) ? ' ' : one))
      .join('');
    const isNew = typing.was === '' && !plan.steps.some(({ id }) => id === typing.step);
    if (!isKept || isBlank(text)) {
      if (isNew) this.#set(drafting.withoutStep(draft, plan, typing.step));
      else this.#set(draft);
      return;
    }
    if (this.isTooLong.value) return;
    const isGone = !this.steps(plan, draft).some(({ id }) => id === typing.step);
    const after = plan.steps.at(-1)?.id ?? null;
    const next = isGone
      ? drafting.draftAdd(draft, plan, { id: typing.step, text, parent: null, after })
      : drafting.draftText(draft, plan, typing.step, text, typing.was);
    // A new step is one thing to undo, not two.
    if (isNew) this.#set(next);
    else this.#apply(next);
  }

  dismiss(): void {
    const { announce, texts } = this.#ports;
    if (this.#draft.value === null) return;
    this.#leave();
    this.#set(null);
    this.#farewell.value = this.canUndo.value ? { kind: 'dismissed' } : undefined;
    announce(texts.text('draftDismissed'));
  }

  /** Nothing more is to be said. */
  forget(): void {
    this.#farewell.value = undefined;
  }

  send(): void {
    this.endTyping();
    const session = this.#session.value;
    if (session === null || this.#draft.value?.typing) return;
    this.#ports.host.send({ kind: 'run', command: 'sendDraft', target: { session } });
  }

  /** What of the draft the plan has not got, and where they contradict each other. */
  standing(plan: PlanDocument, draft: Draft) {
    return {
      open: openChanges(draft.changes, plan).length,
      conflicts: conflictsOf(draft, plan),
    };
  }

  #apply(draft: Draft): void {
    if (JSON.stringify(draft.changes) !== JSON.stringify(this.#draft.value?.changes ?? []))
      this.#leave();
    this.#set(draft);
  }

  #leave(): void {
    const draft = this.#draft.value;
    this.#history.leave(draft && { changes: draft.changes });
    this.canUndo.value = this.#history.canUndo;
  }

  #step(way: 'undo' | 'redo'): void {
    const now = this.#draft.value;
    // What comes back is not what was sent, whatever was before.
    const found = this.#history[way](now && { ...now, sent: undefined });
    this.canUndo.value = this.#history.canUndo;
    if (found !== undefined) this.#set(found);
  }

  #follow(session: string): void {
    if (session === this.#session.value) return;
    this.receive({ kind: 'draft', v: 5, session, draft: null });
  }

  #set(draft: Draft | null): void {
    const session = this.#session.value;
    this.#draft.value = draft;
    this.#farewell.value = undefined;
    if (session !== null) this.#ports.host.send({ kind: 'draft', session, draft });
  }
}

/** What is typed here is newer than what the host heard of it. */
function withOwnTyping(told: Draft, own: Draft | null): Draft {
  return own?.typing ? { ...own, sent: told.sent } : told;
}
