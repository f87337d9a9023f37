import type { Activity, PlanDocument, PlanView, ShownProblem } from '../src/protocol/planView';
import type { OpenedRevision, ViewSettings } from '../src/protocol/webviewMessages';
import type { HeldSession } from './planSession';

/** What the panel shows. Nothing is shown as missing that may only be out of reach. */
export type Screen =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'empty';
      readonly hasChat: boolean;
      /** An agent has worked there and wrote no plan. */
      readonly isBegun?: boolean;
      readonly planTool: string;
    }
  | { readonly kind: 'off' }
  | {
      readonly kind: 'unavailable';
      readonly problem: ShownProblem;
      /** Not one plan, but the list of them. */
      readonly isList?: boolean;
    }
  | PlanScreen;

export interface PlanScreen {
  readonly kind: 'plan';
  readonly view: PlanView;
  /** The plan on the screen: the latest, or an earlier one that was opened. */
  readonly shown: PlanDocument;
  readonly shownAt: string;
  readonly isLatest: boolean;
  /** Of the plan on the screen: an earlier one tells nothing of now. */
  readonly activity: Activity;
  readonly problems: readonly ShownProblem[];
  /** The store cannot be read now, so the latest may be missing. */
  readonly stale: boolean;
  readonly enabled: boolean;
}

export function toScreen(
  held: HeldSession,
  settings: ViewSettings,
  opened: OpenedRevision | undefined,
): Screen {
  const { content, problem } = held;
  if (content === 'loading') {
    return problem ? { kind: 'unavailable', problem } : { kind: 'loading' };
  }
  if (content === 'none' || content.plan === null) {
    const found = problem ?? (content === 'none' ? undefined : content.problems[0]);
    if (found) return { kind: 'unavailable', problem: found };
    const { planTool } = settings;
    if (planTool === null) return { kind: 'off' };
    const hasChat = typeof held.session === 'string';
    return { kind: 'empty', hasChat, isBegun: content !== 'none', planTool };
  }
  const earlier = opened?.session === content.session ? opened : undefined;
  return {
    kind: 'plan',
    view: content,
    shown: earlier?.plan ?? content.plan,
    shownAt: earlier?.at ?? content.revisions[0]?.at ?? content.updated,
    isLatest: !earlier,
    activity: earlier ? 'unknown' : content.activity,
    problems: problem ? [problem, ...content.problems] : content.problems,
    stale: problem !== undefined,
    enabled: settings.planTool !== null,
  };
}
