import * as z from 'zod/mini';

/** What can be done to the draft in the panel, by keys, buttons and commands; to the active step, where it is one. */
export const STEER_ACTIONS = [
  ...(['draftChanges', 'editStep', 'addStep', 'addSubtask'] as const),
  ...(['moveStepUp', 'moveStepDown', 'cancelStep', 'completeStep'] as const),
  ...(['undoDraft', 'redoDraft', 'dismissDraft'] as const),
] as const;
export type SteerAction = (typeof STEER_ACTIONS)[number];

/** That it is one of them is the compiler's word on the host's side, which is of the same build. */
export const steerActionSchema = z.string() as unknown as z.ZodMiniType<SteerAction>;
