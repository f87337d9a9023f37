// What goes over the wire, in types that need nothing else: the server answers in them, and they are the
// types of the package `session-plans/client`.

export type StepStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'blocked';

export interface PlanStep {
  id: string;
  description: string;
  status: StepStatus;
  active_form?: string | undefined;
  parent_id?: string | undefined;
  depends_on?: string[] | undefined;
}

/** A plan as it was written at one revision. */
export interface Plan {
  /** 1 for the first accepted write, +1 for each later one, never lower. */
  revision: number;
  turn_id: string;
  call_id: string;
  explanation: string;
  steps: PlanStep[];
}

/** `pending`: what was selected and comes with the next model request. */
export interface PlanModeState {
  active: boolean;
  pending?: boolean | undefined;
}

export interface ToolResult {
  isError: boolean;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown> | undefined;
}

export interface Snapshot {
  readonly sessionId: string;
  readonly coworker: string;
  readonly title: string;
  /** Place of the last event, as a decimal string; `"0"` is before the first one. */
  readonly cursor: string;
  /** The running turn. One that was interrupted runs no more. */
  readonly turn: { readonly turnId: string } | null;
  /** Null before the first write; absent where the coworker does not plan. */
  readonly plan?: Plan | null;
}

export interface ListedSession {
  readonly sessionId: string;
  readonly coworker: string;
  readonly title: string;
  /** This and the counts: absent where the coworker does not plan. */
  readonly revision?: number;
  readonly completed?: number;
  readonly total?: number;
  readonly updatedAt: string;
}

export interface UnreadableSession {
  readonly unreadable: true;
  readonly location: string;
  readonly reason: string;
}

export interface SessionPage {
  readonly sessions: readonly (ListedSession | UnreadableSession)[];
  /** What `after` takes to go on; absent on the last page. */
  readonly next?: string;
}

/** What happened, by its kind. */
export type PlanEventBody =
  | {
      readonly type: 'session_created';
      readonly data: {
        readonly coworker: string;
        readonly forked_from?: { readonly session: string; readonly revision: number } | undefined;
      };
    }
  | { readonly type: 'turn_started'; readonly data: Record<string, never> }
  | {
      readonly type: 'turn_ended';
      readonly data: { readonly outcome: 'completed' | 'cancelled' };
    }
  | {
      readonly type: 'plan_updated';
      readonly data: {
        readonly name: string;
        readonly call_id: string;
        readonly plan: Plan;
        readonly result: ToolResult;
        readonly enforcement: 'session-metadata-only';
      };
    }
  | {
      readonly type: 'tool_finished';
      readonly data: {
        readonly name: string;
        readonly call_id: string;
        readonly result: ToolResult;
      };
    }
  | { readonly type: 'plan/mode'; readonly data: { readonly active: boolean } }
  | {
      readonly type: 'plan_reviewed';
      readonly data: {
        readonly revision: number;
        readonly outcome: 'approved' | 'left' | 'kept_planning';
        readonly feedback?: string | undefined;
      };
    }
  | {
      readonly type: 'session_adopted';
      readonly data: { readonly from: string; readonly revision: number };
    };

/** An event of a session; cursors count from `"1"` without gaps. */
export type PlanEvent = PlanEventBody & {
  readonly cursor: string;
  readonly turn_id?: string;
  readonly call_id?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** `reset`: the cursor fits no more; what is held is void. Null: the session is not there any more. */
export type FeedItem =
  | { readonly kind: 'event'; readonly event: PlanEvent }
  | { readonly kind: 'reset'; readonly snapshot: Snapshot | null };

export type EventPage =
  | { readonly events: readonly PlanEvent[]; readonly cursor: string; readonly reset?: never }
  | { readonly reset: true; readonly snapshot: Snapshot };

export interface Coworker {
  readonly id: string;
  readonly name: string;
  readonly planning: boolean;
  readonly plan_mode: boolean;
  readonly subtasks: boolean;
}

export interface ServerFacts {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly capabilities: { readonly durable_plans: true };
  readonly coworkers: readonly Coworker[];
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** The tools of a session, and what to tell its model of them; null: nothing. */
export interface SessionTools {
  readonly tools: readonly ToolDescription[];
  readonly guidance: string | null;
}

/** What a loop puts at the very end of its next model request, and keeps in no history. */
export interface Boundary {
  readonly planMode: PlanModeState | null;
  readonly reminder: {
    readonly text: string;
    readonly cache: { readonly ttl: '5m' | '1h' };
  } | null;
  readonly modeGuidance: string | null;
  readonly notice: string | null;
}

/** A step as events about single steps call it. */
export interface StepItem {
  readonly id: string;
  readonly content: string;
  readonly status: StepStatus;
  readonly active_form: string;
  readonly parent_id: string | null;
  readonly depends_on: readonly string[];
}

export interface StepEvent {
  readonly kind:
    | 'planning.created'
    | 'planning.updated'
    | 'planning.status_changed'
    | 'planning.completed'
    | 'planning.deleted';
  /** The step after the change; for a deleted one, as it was last. */
  readonly item: StepItem;
  /** Null for created and deleted. */
  readonly previous_state: StepItem | null;
}
