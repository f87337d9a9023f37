// What the first look at a plan does not need is a file of its own, fetched once that look is drawn.
export { ComparisonView } from './history/comparisonView';
export { HistoryFooter } from './history/historyFooter';
export { RevisionDetails } from './plan/revisionDetails';
export { SessionsPage } from './sessions/sessionsPage';
