import type * as vscode from 'vscode';
import { createPlanning, type Planning, type RunContext } from '../../agent/planning';
import { toPlanningSettings } from '../../agent/planningOptions';
import type { LoopTurn } from '../../agent/toolLoop';
import type { SessionKey } from '../../service/planStore';
import type { SessionOrigin } from '../../service/sessionCommand';
import type { Settings } from '../settings/settings';
import type { ChatSoFar } from './chatHistory';
import type { AnsweringDeps, ParticipantDeps } from './participantDeps';

/** The coworker of the sessions that it makes, as people know it. */
export const COWORKER = '@plan';

/** One message to `@plan`, with everything that answering it needs. */
export interface PlanChat {
  readonly deps: AnsweringDeps;
  readonly request: vscode.ChatRequest;
  readonly stream: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
  readonly session: SessionKey;
  readonly soFar: ChatSoFar;
  readonly settings: Settings;
  readonly origin: SessionOrigin;
  readonly planning: Planning<RunContext>;
  readonly turn: LoopTurn;
  turnId: string | undefined;
  /** Said below the answer: what stands before it is folded away by the editor. */
  readonly notes: string[];
  /** So many of the messages so far are too old to be sent. */
  leftOut: number;
}

/** Planning by the settings of the moment, over the one store (planning 9.1). */
export function planningOf(
  { service, store, workspace, log }: ParticipantDeps,
  { guidance, inject, subtasks, singleInProgress }: Settings,
): Pick<PlanChat, 'origin' | 'planning'> {
  const options = {
    ...{ id: COWORKER, guidance, inject, singleInProgress },
    enableSubtasks: subtasks,
  };
  const planning = createPlanning(
    { ...options, storeResolver: store },
    {
      log,
      memoryStore: () => {
        throw new Error('The store of the product is given.');
      },
      serviceOver: () => service,
    },
  );
  const { configuration } = toPlanningSettings(options);
  const uri = workspace();
  const origin = {
    ...{ coworker: COWORKER, configuration },
    ...(uri !== undefined && { workspace: uri }),
  };
  return { origin, planning };
}
