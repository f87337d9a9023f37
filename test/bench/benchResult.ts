/** One line of the table: what was measured, and what it must not exceed where there is a bound. */
export interface BenchLine {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
  /** Sample size, range, or what the value is compared with. */
  readonly note?: string;
}

export function isMissed({ value, atMost }: BenchLine): boolean {
  return atMost !== undefined && value > atMost;
}

export function toTable(lines: readonly BenchLine[]): string {
  const rows = lines.map((line) =>
    [
      line.name,
      `${shown(line.value)} ${line.unit}`.trim(),
      line.atMost === undefined ? '' : `<= ${line.atMost}${isMissed(line) ? ' MISSED' : ''}`,
      line.note ?? '',
    ].map((cell) => cell.replaceAll('|', '\\|')),
  );
  const all = [['what', 'measured', 'bound', 'note'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const text = all.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  text.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return text.join('\n');
}

/** Whole numbers as they are, small ones to the microsecond. */
export function shown(value: number): string {
  if (Number.isInteger(value)) return String(value);
  if (value < 0.1) return value.toFixed(3);
  return value.toFixed(value < 10 ? 2 : 1);
}
