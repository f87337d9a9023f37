import * as z from 'zod/mini';
import { parsedConfiguration } from '../domain/parsedConfiguration';
import type { ModeTexts } from './requestShaper';

/** Sent with every request while plan mode is active, and never kept in a history. */
const GUIDANCE =
  'Plan mode is active. Find out what is needed and work out the plan with the planning tools; change nothing else yet. ' +
  'Tools that only read are run, every other call is refused. ' +
  'When the plan is ready, call exit_plan_mode with its revision and go by the answer of the user.';

const SWITCHED_ON = 'The user switched plan mode on after your last request.';
const SWITCHED_OFF =
  'Plan mode ended after your last request: what it asked for no longer holds, and all tools are run again.';

const optionsSchema = z.strictObject({
  guidance: z._default(z.string().check(z.regex(/\S/)), GUIDANCE),
});

/** `told`: what the last request said of plan mode; undefined where there was none. */
export type PlanModeTexts = (active: boolean, told: boolean | undefined) => ModeTexts;

/** Stable texts at a fixed place (planning 8.4). Throws `invalid_configuration` (PMx.8). */
export function planModeTexts(options: z.input<typeof optionsSchema> = {}): PlanModeTexts {
  const { guidance } = parsedConfiguration('Plan mode', optionsSchema, options);
  return (active, told) => ({
    ...(active && { modeGuidance: guidance }),
    ...(told !== undefined && told !== active && { notice: active ? SWITCHED_ON : SWITCHED_OFF }),
  });
}
