import { readFileSync } from 'node:fs';

/** Says of a process more than its pid, which another process may have later: `pid-start`. */
export function processMark(pid: number = process.pid): string {
  return `${String(pid)}-${statusOf(pid)?.start ?? '0'}`;
}

export interface Marked {
  readonly pid: number;
  /** Whether the mark itself tells the process from a later one with its pid (only on Linux). */
  readonly isExact: boolean;
  readonly isRunning: boolean;
}

/** Undefined for what is no mark, such as one that is only half written. */
export function readMark(mark: string): Marked | undefined {
  const [, digits, start] = /^(\d+)-(\d+)$/.exec(mark) ?? [];
  const pid = Number(digits);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  const isExact = start !== '0';
  const status = statusOf(pid);
  const isOther = status !== undefined && (status.isOver || (isExact && status.start !== start));
  return { pid, isExact, isRunning: !isOther && answers(pid) };
}

/** What Linux tells of a process; undefined elsewhere, or when it does not exist. */
function statusOf(pid: number): { start: string; isOver: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name, in brackets, may contain anything; after it the third field follows.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    return { start: fields[22 - 3] ?? '0', isOver: state === 'Z' || state === 'X' };
  } catch {
    // No such process, or no Linux: either way there is nothing to tell.
    return undefined;
  }
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process that is not ours to signal exists all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
