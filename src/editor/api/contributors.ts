import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { SessionKey } from '../../service/planStore';

/** The extension that has a chat participant, as its package.json says. */
export interface Contributor {
  readonly extension: string;
  readonly participant: string;
  /** As people know it: what they write to speak to it. */
  readonly name: string;
  readonly packageJson: unknown;
}

/** What the editor lets a participant be called, and no longer than a line has room for. */
const NAME = /^[\w-]{1,64}$/;

/**
 * Whose participant it is, by the manifests of what is installed: never by what a caller says of itself.
 * Throws `invalid_input` where there is none, and `invalid_configuration` where it cannot be told.
 */
export function contributorOf(participant: unknown, ownExtensionId: string): Contributor {
  if (typeof participant !== 'string') {
    throw new PlanError('invalid_input', 'The parameters do not fit. participant: not a text.');
  }
  const found = vscode.extensions.all.filter(({ packageJSON }) =>
    participantsIn(packageJSON).some(({ id }) => id === participant),
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
  const packageJson = extension.packageJSON as unknown;
  const { name } = participantsIn(packageJson).find(({ id }) => id === participant) ?? {};
  return {
    ...{ extension: extension.id, participant, packageJson },
    name: typeof name === 'string' && NAME.test(name) ? `@${name}` : `@${extension.id}`,
  };
}

/** What the keys of all sessions of the participant end with, and of no other one. */
export function keyEnding({ extension, participant }: Contributor): string {
  return `#${extension}.${participant}`;
}

export function isOf(contributor: Contributor, session: SessionKey): boolean {
  return session.endsWith(keyEnding(contributor));
}

/** Other people's manifests: nothing about their shape is taken for granted. */
function participantsIn(manifest: unknown): { readonly id?: unknown; readonly name?: unknown }[] {
  const { chatParticipants } =
    (manifest as { contributes?: { chatParticipants?: unknown } | null } | null)?.contributes ?? {};
  if (!Array.isArray(chatParticipants)) return [];
  return chatParticipants.filter(
    (one: unknown): one is object => typeof one === 'object' && one !== null,
  );
}

/** As much of it as a sentence has room for. */
function shown(participant: string): string {
  return JSON.stringify(participant.length > 100 ? `${participant.slice(0, 100)}…` : participant);
}
