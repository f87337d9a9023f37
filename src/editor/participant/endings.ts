import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { LoopEnd } from '../../agent/toolLoop';
import type { Log } from '../../service/ports';
import { inWords } from '../inWords';
import { ModelFailure } from './askModel';

/** What is said when a loop ended otherwise than by the model's last word. */
export function endText(end: LoopEnd, maxRounds: number): string | undefined {
  switch (end) {
    case 'done':
      return undefined;
    case 'nothing_said':
      return vscode.l10n.t('The model answered nothing.');
    case 'out_of_rounds':
      return vscode.l10n.t(
        'Stopped after {0} requests to the model, as set in sessionPlans.maxRounds. Send "continue" to go on.',
        maxRounds,
      );
  }
}

/** A failure in words for a person; a Stop is none. */
export function failureWords(error: unknown, log: Log): string {
  if (PlanError.is(error)) {
    if (error.code === 'cancelled' || error.code === 'turn_not_current') {
      return vscode.l10n.t('The answer ended because this chat was used in another place.');
    }
    log.error(`@plan failed: ${error.message}`, error);
    return inWords(error.sentence);
  }
  log.error('@plan failed.', error);
  return error instanceof ModelFailure
    ? modelWords(error.cause)
    : vscode.l10n.t('Session Plans could not do this; the log has the reason.');
}

function modelWords(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  switch (cause instanceof vscode.LanguageModelError ? cause.code : undefined) {
    case vscode.LanguageModelError.NoPermissions.name:
      return vscode.l10n.t('The model may not be used by Session Plans: {0}', message);
    case vscode.LanguageModelError.NotFound.name:
      return vscode.l10n.t('The model is not there any more. Choose another one.');
    case vscode.LanguageModelError.Blocked.name:
      return vscode.l10n.t('The model refused the request: {0}', message);
    default:
      return vscode.l10n.t('The model did not answer: {0}', message);
  }
}
