// npm run release -- VERSION   makes the commit and the tag of a release, and pushes nothing
// npm run release -- --check TAG   says whether what is here is that release; its notes go to .cache
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension } from './package';
import { assertNext, notesOf, released } from './releaseNotes';
import { projectFolder } from './runPart';

const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md'];

function main([first, second]: readonly string[]): void {
  process.chdir(projectFolder);
  if (first === '--check' && second !== undefined) check(second);
  else if (first !== undefined && !first.startsWith('-')) release(first);
  else throw new Error('Usage: npm run release -- VERSION | --check vVERSION');
}

function release(version: string): void {
  if (git('status', '--porcelain') !== '') throw new Error('There are changes without a commit.');
  const before = currentVersion();
  assertNext(before, version);
  const day = new Date().toISOString().slice(0, 10);
  const changelog = released(readFileSync('CHANGELOG.md', 'utf8'), version, day);
  // Without the tag, which `npm version` would make before the changelog is written.
  execFileSync('npm', ['version', version, '--no-git-tag-version'], {
    stdio: 'ignore',
    shell: true,
  });
  writeFileSync('CHANGELOG.md', changelog);
  check(`v${version}`);
  git('commit', '-m', `release: ${version}`, '--', ...FILES);
  git('tag', '-a', `v${version}`, '-m', `Session Plans ${version}`);
  console.log(`v${version} is committed and tagged. \`git push --follow-tags\` publishes it.`);
}

function check(tag: string): void {
  const version = currentVersion();
  if (tag !== `v${version}`) throw new Error(`package.json says ${version}, the tag ${tag}.`);
  const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  const [hash, again] = [builtHash(), builtHash()];
  if (hash !== again) throw new Error('Two builds differ.');
  mkdirSync('.cache', { recursive: true });
  writeFileSync(join('.cache', 'release-notes.md'), notes);
  console.log(`session-plans-${version}.vsix  sha256 ${hash}, the same in two builds`);
}

function builtHash(): string {
  rmSync('dist', { recursive: true, force: true });
  execFileSync(process.execPath, ['.esbuild.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  return createHash('sha256').update(readFileSync(packExtension())).digest('hex');
}

function currentVersion(): string {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

function git(...args: string[]): string {
  return execFileSync('git', args).toString().trim();
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
