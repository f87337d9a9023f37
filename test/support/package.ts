// `npm run package`: builds, then packs the extension into session-plans-VERSION.vsix (reproducibly).
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
/** The program that packs. */
export const VSCE = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');

/** Packs what is in dist/ and returns the path of the .vsix. */
export function packExtension(): string {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const file = join(root, `${name}-${version}.vsix`);
  rmSync(file, { force: true });
  // No dependencies to look for: everything is bundled. The time stamp (the first that a zip can hold,
  // in any time zone) makes equal input equal output.
  execFileSync(process.execPath, [VSCE, 'package', '--no-dependencies', '--out', file], {
    cwd: root,
    env: { ...process.env, SOURCE_DATE_EPOCH: '315705600' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

if (require.main === module) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  execFileSync(process.execPath, ['.esbuild.mjs'], { cwd: root, stdio: 'inherit' });
  const file = packExtension();
  console.log(`${file}  ${(statSync(file).size / 1024).toFixed(0)} KB`);
}
