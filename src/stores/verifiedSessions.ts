import type { VerifiedSession, VerifyOptions, VerifySummary } from '../service/storeMaintenance';

/** Looks at one after the other, until it is cancelled; what is gone meanwhile is undefined and not counted. */
export async function verifyEach<Place>(
  places: readonly Place[],
  verify: (place: Place) => Promise<VerifiedSession | undefined>,
  { signal, onSession }: VerifyOptions,
): Promise<VerifySummary> {
  const found = { sessions: 0, damaged: 0, newer: 0 };
  for (const place of places) {
    if (signal?.cancelled) return { ...found, cancelled: true };
    const verified = await verify(place);
    if (!verified) continue;
    found.sessions++;
    if (verified.health === 'damaged') found.damaged++;
    if (verified.health === 'newer_version') found.newer++;
    onSession?.(verified, places.length);
  }
  return { ...found, cancelled: false };
}
