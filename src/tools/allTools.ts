import type { PlanTool } from './planTool';
import { readPlanTool } from './readPlan';
import { updatePlanTool } from './updatePlan';

/** Every planning tool there is; the manifest and the registrations come from this list. */
export const allTools: readonly PlanTool[] = [updatePlanTool, readPlanTool];
