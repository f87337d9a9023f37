import * as vscode from 'vscode';
import type { ParticipantDeps } from './participantDeps';

/** As package.json names it. */
const PLAN_PARTICIPANT = 'sessionPlans.plan';

/** `@plan`; what it does is loaded with the first message to it. */
export function registerPlanParticipant(deps: ParticipantDeps): vscode.Disposable {
  const loaded = () => import('./participantOnDemand');
  const participant = vscode.chat.createChatParticipant(PLAN_PARTICIPANT, async (...request) =>
    (await loaded()).requestHandler(deps)(...request),
  );
  participant.iconPath = new vscode.ThemeIcon('checklist');
  participant.followupProvider = {
    provideFollowups: async (result) => (await loaded()).followUps(result),
  };
  return vscode.Disposable.from(participant);
}
