import { type AgentCall, updatePlan } from '../product';
import { setStatuses, writePlan } from './planCalls';

export const GOAL = 'Fix the flaky checkout tests';

/** A plan in four revisions whose last one has a step in every state. */
export function checkoutPlan(): AgentCall[] {
  const begun = [
    { id: 'read', description: 'Read the checkout test helpers', status: 'in_progress' },
    { id: 'seed', description: 'Reproduce the failure with a fixed seed', status: 'pending' },
    { id: 'clock', description: 'Inject a clock into the timer', status: 'pending' },
    { id: 'windows', description: 'Disable the test on Windows', status: 'pending' },
  ] as const;
  return [
    updatePlan(0, begun, GOAL),
    setStatuses(['read', 'completed'], ['seed', 'in_progress']),
    writePlan(
      { id: 'read', content: 'Read the checkout test helpers', status: 'completed' },
      { id: 'seed', content: 'Reproduce the failure with a fixed seed', status: 'in_progress' },
      {
        ...{ id: 'clock', content: 'Inject a clock into the session timer' },
        active_form: 'Injecting the clock',
      },
      { id: 'find', content: 'Find every call of Date.now', parent_id: 'clock' },
      { id: 'port', content: 'Replace them behind one port', parent_id: 'clock' },
      { id: 'suite', content: 'Run the suite 200 times', depends_on: ['clock'] },
      { id: 'retry', content: 'Add a retry to the test runner' },
      { id: 'note', content: 'Note the cause in the changelog' },
    ),
    setStatuses(
      ['seed', 'completed'],
      ['clock', 'in_progress'],
      ['find', 'completed'],
      ['retry', 'cancelled'],
    ),
  ];
}
