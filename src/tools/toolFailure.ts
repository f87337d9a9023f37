import type { PlanError, PlanErrorCode } from '../domain/planError';

/** How a failure reaches the model: as a result it can act on, or as a failed run. */
interface FailureText {
  readonly kind: 'refusal' | 'failure';
  /** What happened and what to do next; never a step that could destroy data. Undefined: the error's own words. */
  readonly text?: string;
}

const FAILURE_TEXTS: Record<PlanErrorCode, FailureText> = {
  invalid_input: { kind: 'refusal' },
  no_session: {
    kind: 'refusal',
    text:
      'This call cannot be tied to a chat session, so no plan was read or changed. ' +
      'Call the tool from a chat of the editor; programs outside of a chat use the MCP server of Session Plans.',
  },
  disabled: {
    kind: 'refusal',
    text: 'Session Plans is disabled (setting sessionPlans.enabled). Nothing was changed; go on without a plan.',
  },
  retry: {
    kind: 'refusal',
    text: 'Other writers changed this plan at the same moment. Nothing was changed; read the plan, then call again.',
  },
  cancelled: { kind: 'failure' },
  invalid_configuration: { kind: 'failure' },
  unknown_tool: {
    kind: 'refusal',
    text: 'This planning tool is not switched on here. Nothing was changed; go on with the planning tools that are listed.',
  },
  turn_not_current: {
    kind: 'failure',
    text: 'The turn of this call is over or was replaced by another one. Nothing was changed.',
  },
  session_not_found: {
    kind: 'refusal',
    text: 'There is no such session, so no plan was read or changed. Go on without a plan.',
  },
  newer_version: {
    kind: 'refusal',
    text:
      'This plan was made by a newer version of Session Plans and cannot be changed by this one. ' +
      'Nothing was changed; go on without updating it and tell the user, who can update the extension.',
  },
  store_unavailable: {
    kind: 'failure',
    text:
      'The plan could not be read or saved because its storage is not available. What was saved before is untouched. ' +
      'Go on without the plan and tell the user, who finds the cause in the log of Session Plans.',
  },
};

export function isFailureCode(code: string): code is PlanErrorCode {
  return Object.hasOwn(FAILURE_TEXTS, code);
}

/** The disk failed so late that the change may or may not be there (`details.outcome` = `unknown`). */
const OUTCOME_UNKNOWN =
  'It is not known whether this change was saved, because the storage failed in the middle. ' +
  'Read the plan before changing it again, and tell the user, who finds the cause in the log of Session Plans.';

export interface ToolFailure {
  readonly kind: FailureText['kind'];
  readonly text: string;
}

/** The words for a model; paths and causes stay in the log. */
export function toolFailure(error: PlanError): ToolFailure {
  const { kind, text } = FAILURE_TEXTS[error.code];
  if (error.details['outcome'] === 'unknown') return { kind, text: OUTCOME_UNKNOWN };
  return { kind, text: text ?? error.message };
}
