import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchLine } from './benchResult';
import { ordinaryPlan } from './ordinaryPlan';
import { median, percentile } from './statistics';
import { openFolder } from './storedPlan';

const COMMITS = 200;

/** One durable `update_plan` of 12 steps through the service, without the editor around it. */
export async function measureStore(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sp-store-'));
  const { service, dispose } = openFolder(folder);
  try {
    const times: number[] = [];
    for (let commit = 0; commit < COMMITS; commit++) {
      const input = ordinaryPlan(commit);
      const started = performance.now();
      const result = await service.execute({
        kind: 'guest_call',
        session: 'bench:store',
        turn_id: 'turn',
        call_id: `call-${commit}`,
        command: { name: 'update_plan', input },
        origin: { coworker: 'chat', configuration: { planning: true, subtasks: false } },
      });
      times.push(performance.now() - started);
      if (result.isError) throw new Error(JSON.stringify(result));
    }
    const [cold, ...warm] = times as [number, ...number[]];
    return [
      { name: 'first commit, with loading sql.js', value: cold, unit: 'ms' },
      {
        name: 'durable commit of 12 steps, p50',
        value: median(warm),
        unit: 'ms',
        note: `p95 ${percentile(warm, 0.95).toFixed(1)} ms, ${warm.length} commits; fsync of this disk included`,
      },
    ];
  } finally {
    await dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
