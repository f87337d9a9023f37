const UNRELEASED = '## [Unreleased]';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** The changelog once its unreleased part is that version; throws where there is none, or nothing in it. */
export function released(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, UNRELEASED).trim() === '')
    throw new Error('CHANGELOG.md has nothing under [Unreleased].');
  if (changelog.includes(`\n## [${version}]`))
    throw new Error(`CHANGELOG.md has a part of ${version} already.`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${day}`);
}

/** What the changelog says of a version; throws where it says nothing. */
export function notesOf(changelog: string, version: string): string {
  const notes = sectionOf(changelog, `## [${version}]`).trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return `${notes}\n`;
}

/** Throws unless `next` is one step above: of the patch, the minor or the major number. */
export function assertNext(current: string, next: string): void {
  const [from, to] = [current, next].map((version) => VERSION.exec(version)?.slice(1).map(Number));
  const [major = 0, minor = 0, patch = 0] = from ?? [];
  const steps = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  if (!from || !to || !steps.includes(next))
    throw new Error(`${next} does not follow ${current}; ${steps.join(', ')} would.`);
}

/** Without its heading; empty where there is none. */
function sectionOf(changelog: string, heading: string): string {
  const start = `\n${changelog}`.indexOf(`\n${heading}`);
  if (start < 0) return '';
  const body = changelog.slice(start).split('\n').slice(1).join('\n');
  const end = body.search(/^## \[/m);
  return end < 0 ? body : body.slice(0, end);
}
