import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { SessionKey } from '../../service/planStore';

/** The extension that has a chat participant, as its package.json says. */
export interface Contributor {
  readonly extension: string;
  readonly participant: string;
  readonly packageJson: unknown;
}

/**
 * Whose participant it is, by the manifests of what is installed: never by what a caller says of itself.
 * Throws `invalid_input` where there is none, and `invalid_configuration` where it cannot be told.
 */
export function contributorOf(participant: unknown, ownExtensionId: string): Contributor {
  if (typeof participant !== 'string') {
    throw new PlanError('invalid_input', 'The parameters do not fit. participant: not a text.');
  }
  const found = vscode.extensions.all.filter(({ packageJSON }) =>
    participantIds(packageJSON).includes(participant),
  );
  const [extension, other] = found;
  // A sharp sign would let one participant name the sessions of another one.
  if (!extension || participant.includes('#')) {
    throw new PlanError(
      'invalid_input',
      `No installed extension contributes a chat participant with the id ${shown(participant)}.`,
    );
  }
  if (other) {
    throw new PlanError(
      'invalid_configuration',
      `Several extensions contribute the chat participant ${shown(participant)}: ${found.map(({ id }) => id).join(', ')}. Its plans would be mixed up.`,
    );
  }
  if (extension.id.toLowerCase() === ownExtensionId.toLowerCase()) {
    throw new PlanError(
      'invalid_input',
      `${shown(participant)} is the chat participant of Session Plans and runs its own turns.`,
    );
  }
  return { extension: extension.id, participant, packageJson: extension.packageJSON as unknown };
}

/** What the keys of all sessions of the participant end with, and of no other one. */
export function keyEnding({ extension, participant }: Contributor): string {
  return `#${extension}.${participant}`;
}

export function isOf(contributor: Contributor, session: SessionKey): boolean {
  return session.endsWith(keyEnding(contributor));
}

/** Other people's manifests: nothing about their shape is taken for granted. */
function participantIds(manifest: unknown): unknown[] {
  const { chatParticipants } =
    (manifest as { contributes?: { chatParticipants?: unknown } | null } | null)?.contributes ?? {};
  if (!Array.isArray(chatParticipants)) return [];
  return chatParticipants.map((one: { id?: unknown } | null) => one?.id);
}

/** As much of it as a sentence has room for. */
function shown(participant: string): string {
  return JSON.stringify(participant.length > 100 ? `${participant.slice(0, 100)}…` : participant);
}
