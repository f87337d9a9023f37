import { existsSync } from 'node:fs';
import { runCommand } from '../workbench/runCommand';

/**
 * Where a program of a server is; as root on Debian it is installed once. A server that cannot be had fails
 * the tests that need it, and says what to install.
 */
export async function installedProgram(
  find: () => string | undefined,
  debianPackage: string,
): Promise<string> {
  const found = find();
  if (found !== undefined) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/etc/debian_version')) {
    console.log(`Installing ${debianPackage} (apt-get) …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-qq'], { env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
    await runCommand('apt-get', install, { env });
  }
  const installed = find();
  if (installed === undefined) throw new Error(`Install ${debianPackage} to run these tests.`);
  return installed;
}
