// Everything that drafts need is a file of its own, fetched with the first of them.
import sheet from './draft.css' with { type: 'text' };

export { DraftBar } from './draftBar';
export { DraftTree } from './draftTree';
export { SteeringModel } from './steeringModel';

/** The looks of drafts come along: made by a script of ours, which the content security policy lets be. */
const looks = new CSSStyleSheet();
looks.replaceSync(String(sheet as unknown));
document.adoptedStyleSheets.push(looks);

// As for the other pages: what all of them need is one file, with which the panel begins.
export { PlanPanel } from '../components/planPanel';
export { connectHost } from '../hostConnection';
export { PanelModel } from '../panelModel';
