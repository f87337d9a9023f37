import type { SessionRow } from '../../src/protocol/sessionRow';
import type { BodyOf, ToView } from '../../src/protocol/webviewMessages';

const MINUTE = 60_000;

type SessionsBody = BodyOf<Extract<ToView, { kind: 'sessions' }>>;

/** A row as it was `ago` minutes ago. */
export function rowOf(id: string, ago: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    session: `vscode-chat-session://local/${id}`,
    title: id,
    coworker: 'chat',
    isHere: true,
    updated: new Date(Date.now() - ago * MINUTE).toISOString(),
    revision: 1,
    ...{ completed: 0, total: 3, open: 3, current: '' },
    ...{ pinned: false, planMode: null, review: null },
    ...more,
  };
}

/** What the host sends when the list is asked for, all in one part. */
export function listOf(rows: SessionRow[], more: Partial<SessionsBody> = {}): SessionsBody {
  return { kind: 'sessions', part: 'first', rows, gone: [], unreadable: [], done: true, ...more };
}

/** What happened after that. */
export function changeOf(rows: SessionRow[], gone: string[] = []): SessionsBody {
  return listOf(rows, { part: 'change', gone });
}

/** One row of every kind that a list can have. */
export function everyKind(): SessionRow[] {
  return [
    rowOf('checkout', 0, {
      title: 'Fix the flaky checkout tests',
      coworker: '@plan',
      ...{ completed: 3, total: 8, open: 4, current: 'Injecting the clock' },
      planMode: { active: false, pending: true },
    }),
    rowOf('zod', 6, {
      title: 'Migrate settings to zod 4',
      coworker: '@plan',
      ...{ completed: 5, total: 9, open: 4, review: 4, planMode: { active: true } },
    }),
    rowOf('notes', 12, {
      title: 'Release notes for 2.3',
      coworker: 'Claude Code',
      ...{ completed: 6, total: 6, open: 0 },
    }),
    rowOf('pinned', 60 * 24 * 3, {
      title: 'House rules of this repository',
      ...{ pinned: true, completed: 2, total: 4, open: 0 },
    }),
    rowOf('csv', 60 * 24, {
      title: 'Port the CSV importer',
      coworker: 'Claude Code',
      isHere: false,
      ...{ completed: 2, total: 11, open: 9, current: 'Reading quoted fields' },
    }),
    rowOf('fresh', 3, { title: '', ...{ total: 2, open: 2 } }),
    rowOf('empty', 60 * 24 * 200, { title: 'Spike: WASM parser', total: 0, open: 0, revision: 0 }),
    rowOf('wasm', 60 * 24 * 400, { title: 'Spike: parser', isHere: false, completed: 1, total: 4 }),
  ];
}

/** Very many sessions, newest first, with titles in which there is something to find. */
export function manyRows(count: number): SessionRow[] {
  const topics = ['checkout tests', 'CSV importer', 'release notes', 'Übersetzung', '設定の移行'];
  return Array.from({ length: count }, (_, n) => {
    const total = 3 + (n % 9);
    const completed = n % (total + 1);
    return rowOf(`s${String(n)}`, 5 * n, {
      title: `${String(n)} ${topics[n % topics.length] ?? ''}`,
      isHere: n % 3 === 0,
      ...{ completed, total, open: total - completed },
      current: completed < total ? `Step ${String(completed + 1)} of the work` : '',
    });
  });
}
