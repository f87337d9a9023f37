import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import { codeOf } from '../../service/platformError';
import type { ServerAddress } from './serverAddress';

/** What drivers hand to `node:tls`; undefined: no TLS. Rejects when the file with certificates cannot be read. */
export async function tlsOptions({
  tls,
  caFile,
}: Pick<ServerAddress, 'tls' | 'caFile'>): Promise<
  { readonly rejectUnauthorized: boolean; readonly ca?: string[] } | undefined
> {
  if (tls === 'off') return undefined;
  const rejectUnauthorized = tls === 'checked';
  if (caFile === undefined) return { rejectUnauthorized };
  try {
    return { rejectUnauthorized, ca: [...rootCertificates, await readFile(caFile, 'utf8')] };
  } catch (error) {
    throw new PlanError(
      'store_unavailable',
      sentence`The file with trusted certificates cannot be read: ${caFile} (${codeOf(error) ?? '?'}).`,
      { details: { retry: true, location: caFile }, cause: error },
    );
  }
}
