import type { IssueFacts, PlanNumbers } from './issueFacts';

/** In English, for those who read issues: what is known goes below what the person adds. */
export function issueReport(
  { version, editor, system, settings, plans }: IssueFacts,
  errors: ReadonlyMap<string, number>,
): string {
  const kinds = [...errors].map(([kind, count]) =>
    count > 1 ? `${kind} x${String(count)}` : kind,
  );
  return [
    '### What happened',
    '',
    '',
    '### What did you expect',
    '',
    '',
    '### How can it be made to happen again',
    '',
    '',
    '### Versions and numbers',
    '',
    'No text, title, key or path of a plan is in here. Delete whatever you do not want to send.',
    '',
    `- Session Plans ${version}`,
    `- Editor: ${editor.join(', ')}`,
    `- System: ${system.join(', ')}`,
    `- Settings: ${settings.join('; ') || 'all defaults'}`,
    ...(typeof plans === 'string' ? [`- Plans: not readable (${plans})`] : planLines(plans)),
    `- Latest errors: ${kinds.join(', ') || 'none'}`,
    '',
  ].join('\n');
}

function planLines({ store, sessions, unreadable, revisions, verified }: PlanNumbers): string[] {
  const { damaged, newer, cancelled } = verified;
  const counts = [
    `sessions ${String(sessions)}`,
    `revisions ${String(revisions)}`,
    `not listed ${String(unreadable)}`,
  ];
  const health = [
    `${String(verified.sessions)}${cancelled ? ' (not all)' : ''}`,
    `damaged ${String(damaged)}`,
    `of a newer version ${String(newer)}`,
  ];
  return [`- Plans: ${store}, ${counts.join(', ')}`, `- Verified: ${health.join(', ')}`];
}
