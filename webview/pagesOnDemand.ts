// What the first look at a plan does not need is a file of its own, fetched once that look is drawn.
export { ComparisonView } from './history/comparisonView';
export { HistoryFooter } from './history/historyFooter';
export { RevisionDetails } from './plan/revisionDetails';
export { SessionsPage } from './sessions/sessionsPage';

// What both need is one file: what the panel begins with needs nearly the same.
export { PlanPanel } from './components/planPanel';
export { connectHost } from './hostConnection';
export { PanelModel } from './panelModel';
