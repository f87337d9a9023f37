import { PlanError } from '../../../domain/planError';
import { sentence } from '../../../domain/sentence';
import type { LoadedSession, SessionKey } from '../../../service/planStore';
import type { RestoreOffer } from '../../../service/storeMaintenance';
import { changedError, noSessionError, readOnlyError } from '../../sessionAccess';
import type { MaintenanceSurroundings } from './maintenance';
import { examineHeld, holdSession, withHeld, type HeldSession } from './maintenanceReader';
import { heldWith, switchLive } from './maintenanceSwitch';
import type { SessionLock } from '../sessionFiles';
import { SqlConnection } from '../sqlConnection';
import { toState } from '../../inspectedSession';
import { unreadableError } from '../storeFailure';

interface Restorable {
  readonly held: HeldSession;
  readonly now: LoadedSession | undefined;
  readonly copy: LoadedSession;
  readonly image: Uint8Array;
}

export async function offerCopy(
  around: MaintenanceSurroundings,
  session: SessionKey,
  name: string,
): Promise<RestoreOffer> {
  const restorable = await look(around, session, name);
  const { held, now, copy } = restorable;
  return {
    session,
    now: now && toState(now.record),
    copy: toState(copy.record),
    token: tokenOf(held),
  };
}

/** Resolves to where what was live is now. */
export async function restoreOffered(
  around: MaintenanceSurroundings,
  offer: RestoreOffer,
  name: string,
  lock: SessionLock,
): Promise<string | undefined> {
  const { files, more } = around;
  const { held, now, copy, image } = await look(around, offer.session, name);
  if (tokenOf(held) !== offer.token) throw changedError();
  // Above both, so that nobody who decided on what is replaced finds his generation again.
  const generation = Math.max(copy.generation + 1, now?.generation ?? 0) + 1;
  const next = await heldWith(files, held, await withGeneration(around, image, generation));
  const restored = await loadHeld(around, next, offer.session);
  if (JSON.stringify(restored.record) !== JSON.stringify(copy.record))
    throw unreadableError(
      sentence`it would not be what the copy holds`,
      files.location(name, 'lastGood'),
    );
  let aside: string | undefined;
  await switchLive(files, held, next, lock, {
    keepPrevious: false,
    beforeSwitch: async () => {
      if (held.live) aside = await more.keepAside(name, await asideMark(around, held.live.bytes));
    },
  });
  return aside;
}

async function look(
  around: MaintenanceSurroundings,
  session: SessionKey,
  name: string,
): Promise<Restorable> {
  const { files } = around;
  const held = await holdSession(files, name);
  if (!held.live && !held.lastGood) throw noSessionError(session);
  const location = files.location(name, 'lastGood');
  if (!held.lastGood) {
    throw new PlanError(
      'invalid_input',
      'There is no last good copy of this plan: one is kept from its second change on.',
    );
  }
  const examined = await examineHeld(files, held, 'lastGood');
  if (examined?.kind !== 'whole') {
    const reason = examined?.reason ?? '';
    throw unreadableError(sentence`its last good copy is damaged: ${reason}`, location);
  }
  const { live, ...alone } = held;
  const copy = await loadHeld(around, { ...alone, live: undefined }, session);
  refuseNewer(copy);
  const isWhole = live && (await examineHeld(files, held, 'live'))?.kind === 'whole';
  const now = isWhole ? await loadHeld(around, held, session).catch(asUnreadable) : undefined;
  if (now) refuseNewer(now);
  return { held, now, copy, image: examined.image };
}

async function loadHeld(
  around: MaintenanceSurroundings,
  held: HeldSession,
  session: SessionKey,
): Promise<LoadedSession> {
  const loaded = await withHeld(around.files, around, held, (reader) => reader.load(session));
  if (!loaded) throw noSessionError(session);
  return loaded;
}

/** What is there now cannot be read; that is what a copy is for. A newer version may well read it. */
function asUnreadable(error: unknown): undefined {
  if (!PlanError.is(error, 'store_unavailable')) throw error;
  return undefined;
}

function refuseNewer({ problems, readOnly }: LoadedSession): void {
  const newer = problems.find(({ kind }) => kind === 'newer_version');
  if (readOnly && newer) throw readOnlyError(newer);
}

async function withGeneration(
  { sqlJs }: MaintenanceSurroundings,
  image: Uint8Array,
  generation: number,
): Promise<Uint8Array> {
  const sql = new SqlConnection(new (await sqlJs()).Database(image));
  try {
    sql.run('UPDATE session SET generation = ?', [generation]);
    return sql.export();
  } finally {
    sql.close();
  }
}

/** The same content always gets the same name, so that repeating a restoration keeps it once. */
async function asideMark({ files }: MaintenanceSurroundings, bytes: Uint8Array): Promise<string> {
  const digest = await files.digest(bytes);
  const mark = [...digest.subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `replaced-${mark.join('')}`;
}

function tokenOf({ live, lastGood }: HeldSession): string {
  return `${live?.stamp ?? ''} ${lastGood?.stamp ?? ''}`;
}
