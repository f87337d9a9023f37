import * as vscode from 'vscode';
import { openSteps } from '../../domain/plan';
import type { SessionSnapshot } from '../../domain/sessionSnapshot';
import { readMetadata, type TurnMetadata } from './turnMetadata';

/** What a person most likely wants next. */
export function nextOf(snapshot: SessionSnapshot | undefined): TurnMetadata['followUp'] {
  const { plan, planMode } = snapshot ?? {};
  if (!plan || openSteps(plan) === 0) return undefined;
  return planMode?.active ? 'start' : 'continue';
}

export function followUps({ metadata }: vscode.ChatResult): vscode.ChatFollowup[] {
  switch (readMetadata(metadata)?.followUp) {
    case 'start':
      return [
        { prompt: '', command: 'execute', label: vscode.l10n.t('Start on the plan') },
        { prompt: '', command: 'off', label: vscode.l10n.t('Leave Plan Mode') },
      ];
    case 'continue':
      return [{ prompt: vscode.l10n.t('Continue with the plan') }];
    case undefined:
      return [];
  }
}
