import type * as vscode from 'vscode';
import { createPlanReviewer } from '../review/planReviewer';
import { answerRequest } from './answerRequest';
import type { ParticipantDeps } from './participantDeps';

export { followUps } from './followUps';

/** What is loaded with the first message to `@plan`: it answers by this. */
export function requestHandler(deps: ParticipantDeps): vscode.ChatRequestHandler {
  const answering = { ...deps, reviewer: createPlanReviewer(deps) };
  return (...request) => answerRequest(answering, ...request);
}
