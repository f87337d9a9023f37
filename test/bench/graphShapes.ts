import type { LinkedStep, WaitingStep } from '../../src/domain/dependencies';

export type GraphStep = LinkedStep & WaitingStep;

/*
 * Where only a part is resolved it is the later one, and its ids come first in every list of
 * prerequisites: asking what a step waits for has to look at all of them.
 */

/** Every step depends on the next one; the later half is completed. */
export function chain(count: number): GraphStep[] {
  return steps(count, (at) => (at + 1 < count ? [at + 1] : []));
}

/** Every step depends on all later ones. */
export function dense(count: number): GraphStep[] {
  return steps(count, (at) => descending(count - 1, at + 1));
}

/** Layers in which every step depends on every step of the next layer. */
export function diamond(layers: number, width: number): GraphStep[] {
  return steps(layers * width, (at) => {
    const next = (Math.floor(at / width) + 1) * width;
    return next < layers * width ? descending(next + width - 1, next) : [];
  });
}

/** `free` steps, and pairs of which one waits for the other; nothing is completed or marked blocked. */
export function pairs(free: number, pairCount: number): GraphStep[] {
  return Array.from({ length: free + 2 * pairCount }, (_, at) => {
    const waits = at >= free && (at - free) % 2 === 1;
    return { id: idOf(at), status: 'pending', depends_on: waits ? [idOf(at - 1)] : [] };
  });
}

/** How many links there are. */
export function edgesOf(graph: readonly GraphStep[]): number {
  return graph.reduce((sum, { depends_on }) => sum + (depends_on?.length ?? 0), 0);
}

function steps(count: number, dependsOn: (at: number) => number[]): GraphStep[] {
  return Array.from({ length: count }, (_, at) => ({
    id: idOf(at),
    status: at < count / 2 ? 'pending' : 'completed',
    depends_on: dependsOn(at).map(idOf),
  }));
}

function descending(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, from - to + 1) }, (_, at) => from - at);
}

function idOf(at: number): string {
  return `step-${String(at).padStart(5, '0')}`;
}
