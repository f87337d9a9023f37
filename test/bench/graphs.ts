import { availableSteps, dependencyCycle, dependencyPath } from '../../src/domain/dependencies';
import { shown, type BenchLine } from './benchResult';
import { chain, dense, diamond, edgesOf, pairs, type GraphStep } from './graphShapes';
import { timeOfCall, type CallTime } from './statistics';

const AT_MOST = 50;

/*
 * Beads publishes three figures of this kind (BENCHMARKS.md of gastownhall/beads, "Recent Perf
 * Regression References", May 2026; the benchmarks are in internal/storage/dolt/dolt_benchmark_test.go).
 * Each is one run of one operation on its Dolt database, on a machine that is not named, so only the
 * order of magnitude can be compared: the functions here work in memory.
 * - 25.8 ms, BenchmarkPerfAddDependencyCycleCheck_DiamondDAG: one AddDependency, with its cycle check
 *   and its write, on a diamond of 10 layers of 2 issues.
 * - 341.7 ms, BenchmarkPerfReadyWorkLimited_LargeBlockedGraph: GetReadyWork, at most 50 results, of
 *   5,100 issues: 100 free ones and 2,500 pairs of which one blocks the other.
 * - 130.8 ms, BenchmarkPerfReadyWorkDeferredParentExclusion_5K: the same query on 100 free issues,
 *   5,000 deferred parents and 50 children of those; nothing here is deferred, so it has no counterpart.
 */
const BEADS_CYCLE = 'Beads: 25.8 ms for one AddDependency of this shape, with its database';
const BEADS_READY =
  'Beads: 341.7 ms for GetReadyWork of this shape, 130.8 ms with 5,000 deferred parents, with its database';

/** The graph functions far beyond the 32 steps of a plan. */
export function measureGraphs(): BenchLine[] {
  return [
    ...linesOf('chain of 5,000', chain(5_000), 1),
    ...linesOf('dense 1,000', dense(1_000), 1),
    ...linesOf('diamond of 50 layers of 20', diamond(50, 20), 20),
    cycleLine('diamond of 10 layers of 2', diamond(10, 2), BEADS_CYCLE),
    availableLine('100 free steps and 2,500 pairs', pairs(100, 2_500), 2_600, BEADS_READY),
  ];
}

function linesOf(shape: string, graph: readonly GraphStep[], available: number): BenchLine[] {
  const edges = `${edgesOf(graph).toLocaleString('en')} links`;
  return [cycleLine(shape, graph, edges), availableLine(shape, graph, available, edges)];
}

/** The slower of the two checks: of a whole list (write_plan), and of one new link (set_dependency). */
function cycleLine(shape: string, graph: readonly GraphStep[], note: string): BenchLine {
  const added: GraphStep = { id: 'added', status: 'pending' };
  const [steps, first] = [[...graph, added], graph[0]?.id ?? ''];
  // What the new step would wait for leads everywhere and not back to it: nothing is found early.
  if (dependencyCycle(steps) ?? dependencyPath(steps, first, added.id)) {
    throw new Error(`The ${shape} has a cycle.`);
  }
  const list = timeOfCall(() => dependencyCycle(steps));
  const link = timeOfCall(() => dependencyPath(steps, first, added.id));
  return {
    name: `cycle check, ${shape}`,
    value: Math.max(list.wall, link.wall),
    unit: 'ms',
    atMost: AT_MOST,
    note: `whole list ${timeText(list)}, new link ${timeText(link)}; ${note}`,
  };
}

function availableLine(
  shape: string,
  graph: readonly GraphStep[],
  expected: number,
  note: string,
): BenchLine {
  const found = availableSteps(graph).length;
  if (found !== expected) throw new Error(`The ${shape} has ${found} available steps.`);
  const time = timeOfCall(() => availableSteps(graph));
  return {
    name: `available steps, ${shape}`,
    value: time.wall,
    unit: 'ms',
    atMost: AT_MOST,
    note: `${timeText(time)}; ${note}`,
  };
}

function timeText({ wall, cpu }: CallTime): string {
  return `${shown(wall)} ms (processor ${shown(cpu)})`;
}
