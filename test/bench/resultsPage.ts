import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { isMissed, toTable, type BenchLine } from './benchResult';
import { median } from './statistics';

export interface MeasuredPart {
  readonly what: string;
  readonly lines: readonly BenchLine[];
  /** Why there are no lines. */
  readonly failure?: string;
}

/** The whole run as a page: on what machine, with what versions, and every number with its bound. */
export function toResultsPage(parts: readonly MeasuredPart[], loadBefore: number): string {
  const lines = parts.flatMap((part) => part.lines);
  const bounded = lines.filter(({ atMost }) => atMost !== undefined);
  const missed = bounded.filter(isMissed);
  const failed = parts.filter(({ failure }) => failure !== undefined);
  const verdict = [
    `${bounded.length - missed.length} of ${bounded.length} bounds are kept`,
    ...(failed.length > 0 ? [`not measured: ${failed.map(({ what }) => what).join(', ')}`] : []),
  ];
  const sections = parts.map(({ what, lines: own, failure }) => {
    const title = what.charAt(0).toUpperCase() + what.slice(1);
    return `## ${title}\n\n${failure === undefined ? toTable(own) : `Not measured: ${failure.replace(/\s+/g, ' ')}`}`;
  });
  return [
    '# Results of the bench',
    `Written by \`npm run bench\`. ${verdict.join('; ')}.`,
    machineLines(loadBefore).join('\n'),
    ...sections,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function machineLines(loadBefore: number): string[] {
  const [first] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `- ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${platform()} ${release()} ${arch()}`,
    `- ${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB; load before it began ${loadBefore.toFixed(1)}`,
    `- how fast it is today: Node that does nothing ${nodeStart().toFixed(0)} ms, a loop of 300 million rounds ${loop().toFixed(0)} ms`,
  ];
}

function nodeStart(): number {
  const times = Array.from({ length: 5 }, () => {
    const started = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    return performance.now() - started;
  });
  return median(times);
}

function loop(): number {
  const started = performance.now();
  let sum = 0;
  for (let round = 0; round < 300_000_000; round++) sum = (sum + round) | 0;
  return sum === 0.5 ? 0 : performance.now() - started;
}
