import type { JSX } from 'preact';
import type { PanelModel } from '../panelModel';

/** All sessions, to be searched and opened. */
export function SessionsPage({ model }: { model: PanelModel }): JSX.Element {
  return <main class="panel sessions-page" aria-busy={!model.sessions.done.value} />;
}
