import './main.css';
import { render } from 'preact';
import { PlanPanel } from './components/planPanel';
// Both of what is fetched later needs these: here they take less room than in a file of their own.
import './history/comparisonRows';
import './history/stepChanges';
import { connectHost } from './hostConnection';
import { fetchPagesWhenIdle } from './onDemand';
import { watchFocus } from './pageFocus';
import { PanelModel } from './panelModel';

/** How often relative times are said anew, in milliseconds. */
const CLOCK = 30_000;

const host = connectHost((message) => {
  model.receive(message);
});
const model = new PanelModel(host);

setInterval(() => {
  model.now.value = Date.now();
}, CLOCK);

window.addEventListener('keydown', (event) => {
  // What lies over the page is closed first, by the browser.
  if (event.altKey && event.code === 'KeyU') model.run('updateStatuses');
  if (event.key === 'Escape' && !document.querySelector(':popover-open')) model.goBack();
});

watchFocus();

const root = document.getElementById('root');
if (root) render(<PlanPanel model={model} />, root);
host.send({ kind: 'ready' });
fetchPagesWhenIdle(() => {
  model.steering.fetch();
});
