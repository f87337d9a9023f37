import * as vscode from 'vscode';
import { commandTable } from '../../domain/commands/commandTable';
import type { PlanToolName } from '../../domain/planCommand';

/** What people read while a planning tool runs. */
export function callWords(name: PlanToolName): string {
  return commandTable[name].changesPlan
    ? vscode.l10n.t('Updating the plan')
    : vscode.l10n.t('Reading the plan');
}
