import { CAPABILITIES } from '../../domain/session';
import type { SessionCommit } from '../../service/planStore';
import type { Digest } from '../../service/ports';
import { eventText } from '../servers/storedText';

/** So many of the values are for a session that exists. */
export const CHANGE_VALUES = 14;

export interface CommitNames {
  readonly id: string;
  /** Of this commit alone. */
  readonly token: string;
  readonly notice: string;
  readonly expectedGeneration: number;
}

/** In the order of `create` and `change` (postgresSchema). */
export function commitValues(
  { record, events, call, removedSteps = [] }: SessionCommit,
  { id, token, notice, expectedGeneration }: CommitNames,
  digest: Digest,
): unknown[] {
  const { key, workspace, updated, required_capabilities, plan } = record;
  return [
    ...[id, token, required_capabilities.map((name) => JSON.stringify(name)), updated],
    ...[workspaceText(workspace), JSON.stringify(record), expectedGeneration],
    CAPABILITIES.map((name) => JSON.stringify(name)),
    events.map(eventText),
    call ? jsonDigest(digest, call.call_id) : null,
    call ? JSON.stringify(call) : null,
    [...new Set(removedSteps)].map((step) => jsonDigest(digest, step)),
    plan?.revision ?? null,
    notice,
    ...[JSON.stringify(key), placeOfKey(key)],
  ];
}

/** Also of texts that have no UTF-8 form. */
export function jsonDigest(digest: Digest, text: string): string {
  return digest(JSON.stringify(text));
}

export function workspaceText(workspace: string | null | undefined): string | null {
  return workspace === undefined || workspace === null ? null : JSON.stringify(workspace);
}

/** As bytes in the order of code units, as every store sorts. */
export function placeOfKey(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < key.length; at++) view.setUint16(at * 2, key.charCodeAt(at));
  return bytes;
}
