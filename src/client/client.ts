// What `session-plans/client` exports.
export { PlanClientError } from './clientError';
export { connectHttp, type HttpAddress } from './httpClient';
export { connectStdio, type StdioCommand } from './connectStdio';
export { StdioClient, type ServerStreams, type ToolCall } from './stdioClient';
export type { Attachment, ListRequest, PlanClient, Subscription } from './planClient';
export { applyEvent, toHeldPlan, type HeldPlan } from './heldPlan';
export {
  stepEvents,
  toAcpEntries,
  toCodexPlan,
  type AcpPlanEntry,
  type CodexPlan,
} from './otherPlans';
export type * from './wireTypes';
