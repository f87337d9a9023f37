import * as vscode from 'vscode';
import type { PlanModeState } from '../../domain/planMode';

/** Commands that select plan mode, and which way. */
const TARGETS: Readonly<Record<string, boolean>> = { plan: true, off: false, execute: false };

/** Said to the model where a person only says `/execute`. */
const EXECUTE = 'Start on the plan: work through its open steps.';

/** What a message selects; undefined: nothing. */
export function modeTarget({ command }: vscode.ChatRequest): boolean | undefined {
  return command === undefined ? undefined : TARGETS[command];
}

/** The words that go to the model; empty: none do. */
export function wordsFor(command: string | undefined, prompt: string): string {
  const words = prompt.trim();
  return words === '' && command === 'execute' ? EXECUTE : words;
}

/** What a selection came to, and what it cannot do (FC.35). */
export function selectionWords(state: PlanModeState | null): string {
  const { active = false, pending } = state ?? {};
  if (pending === true) {
    return `${vscode.l10n.t('Plan mode is selected; it begins with your next message to @plan.')} ${limits()}`;
  }
  if (pending === false) {
    return vscode.l10n.t('Plan mode ends with your next message to @plan.');
  }
  return active
    ? `${vscode.l10n.t('Plan mode is on.')} ${limits()}`
    : vscode.l10n.t('Plan mode is off.');
}

function limits(): string {
  return vscode.l10n.t(
    'While it is on, @plan runs only tools that are known to read. Other agents, and what a tool does that only says it reads, cannot be controlled by it.',
  );
}
