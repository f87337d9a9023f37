import type { UpdatePlanInput } from '../../src/domain/planCommand';

/** Twelve ordinary steps, 8 to 12 words each. */
export const DESCRIPTIONS = [
  'Read the checkout test helpers and list what they share',
  'Reproduce the failing checkout test with a fixed random seed',
  'Inject a clock into the session timer instead of global time',
  'Replace direct calls of the global clock by the injected one',
  'Add a focused test for the timer at the midnight boundary',
  'Run the checkout suite two hundred times and collect failures',
  'Remove the retry wrapper that hid the failures until now',
  'Update the fixtures so that every order has its own number',
  'Check the refund path for the same hidden dependency on time',
  'Measure the duration of the suite before and after the change',
  'Write down the cause and the fix in the changelog entry',
  'Ask for a review of the timer change and the new tests',
];

/** A fixed plan of these twelve steps; `done` of them are completed. */
export function ordinaryPlan(
  expectedRevision: number,
  done = expectedRevision % 12,
): UpdatePlanInput {
  return {
    expected_revision: expectedRevision,
    steps: DESCRIPTIONS.map((description, index) => ({
      id: `step-${index + 1}`,
      description,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
    })),
  };
}

/** The same twelve items in the form of the editor's built-in list. */
export function ordinaryTodoList(done: number) {
  return {
    todoList: DESCRIPTIONS.map((title, index) => ({
      id: index + 1,
      title,
      status: index < done ? 'completed' : index === done ? 'in-progress' : 'not-started',
    })),
  };
}
