/** The panel, loaded when one is first shown: a window in which it stays closed starts without it. */
export { PlanView } from './planView';
