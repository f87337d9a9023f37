import { stepsById } from './dependencies';
import type { PlanDocument, PlanStep, StepStatus } from './plan';

/** A step as typed events and the toolset call it: `content` is its description (C6). */
export interface StepItem {
  readonly id: string;
  readonly content: string;
  readonly status: StepStatus;
  readonly active_form: string;
  readonly parent_id: string | null;
  readonly depends_on: readonly string[];
}

export type StepEventKind =
  | 'planning.created'
  | 'planning.updated'
  | 'planning.status_changed'
  | 'planning.completed'
  | 'planning.deleted';

export interface StepEvent {
  readonly kind: StepEventKind;
  /** The step after the change; for a deleted one, as it was last stored. */
  readonly item: StepItem;
  /** The step before the change; null for created and deleted. */
  readonly previous_state: StepItem | null;
}

/**
 * What happened to single steps between two revisions, in the order of the plan after and then of the
 * steps that are gone (planning 7.3). Only net changes: a new order alone is none (PTx.3).
 */
export function stepEvents(before: PlanDocument | null, after: PlanDocument | null): StepEvent[] {
  const oldSteps = stepsById(before?.steps ?? []);
  const newSteps = stepsById(after?.steps ?? []);
  const changes = [...newSteps.values()].flatMap((step): StepEvent[] => {
    const previous = oldSteps.get(step.id);
    return previous ? changesOf(previous, step) : [created(step)];
  });
  const gone = [...oldSteps.values()].filter(({ id }) => !newSteps.has(id));
  return [...changes, ...gone.map(deleted)];
}

export function toStepItem(step: PlanStep): StepItem {
  const { id, description, status, active_form = '', parent_id = null, depends_on = [] } = step;
  return { id, content: description, status, active_form, parent_id, depends_on: [...depends_on] };
}

function created(step: PlanStep): StepEvent {
  return { kind: 'planning.created', item: toStepItem(step), previous_state: null };
}

function deleted(step: PlanStep): StepEvent {
  return { kind: 'planning.deleted', item: toStepItem(step), previous_state: null };
}

function changesOf(before: PlanStep, after: PlanStep): StepEvent[] {
  if (isSameStep(before, after)) return [];
  const kinds: StepEventKind[] = ['planning.updated'];
  if (before.status !== after.status) {
    kinds.push('planning.status_changed');
    if (after.status === 'completed') kinds.push('planning.completed');
  }
  // Each event has objects of its own: what a listener does to one reaches no other.
  return kinds.map((kind) => ({
    kind,
    item: toStepItem(after),
    previous_state: toStepItem(before),
  }));
}

function isSameStep(before: PlanStep, after: PlanStep): boolean {
  return JSON.stringify(toStepItem(before)) === JSON.stringify(toStepItem(after));
}
