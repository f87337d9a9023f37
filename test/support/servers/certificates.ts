import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../workbench/runCommand';
import { atExit } from '../workbench/ownedProcesses';

export interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
  readonly cert: string;
  readonly key: string;
}

/** A certificate that nobody has signed but itself, for these names. */
export async function selfSigned(...names: readonly string[]): Promise<Certificate> {
  const folder = mkdtempSync(join(tmpdir(), 'session-plans-certificate-'));
  atExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const alternatives = names.map((name) => `${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}`);
  await runCommand('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', '2', '-subj', '/CN=session-plans-test', '-keyout', keyFile, '-out', certFile],
    ...['-addext', `subjectAltName=${alternatives.join(',')}`],
  ]);
  const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')];
  return { certFile, keyFile, cert, key };
}
