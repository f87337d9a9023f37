import { NO_PLAN, type FieldPlan } from './fieldPlan';

/** What must be true of one chat and its plan. */
export class FieldChat {
  plan: FieldPlan = NO_PLAN;
  title = '';
  /** The title that its first plan gave it. */
  ownTitle = '';
  pinned = false;
  /** Its plan is in the trash, or in a store that is not in use. */
  deleted = false;
  /** Its chat can still be opened in the window: the editor loses the one in front with F5. */
  reachable = true;
  /** Greater for what changed later; 0: nothing of it is stored. */
  changed = 0;
  messages = 0;

  constructor(
    readonly session: string,
    readonly topic: string,
    /** Who answers in it: the agent of the editor, @plan, or a program outside. */
    readonly by: 'agent' | 'plan' | 'program',
  ) {}

  get isStored(): boolean {
    return this.changed > 0 && !this.deleted;
  }

  toString(): string {
    const { topic, by, plan, title } = this;
    return `${topic} (${by}, revision ${plan.revision}, ${plan.steps.length} steps, "${title}")`;
  }
}
