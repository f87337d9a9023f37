import type { JSX } from 'preact';
import type { PanelModel } from '../panelModel';

/** Out of what was, and the quiet word that something newer has come. */
export function BackToLatest({ model }: { model: PanelModel }): JSX.Element {
  const newer = model.history.newer.value;
  return (
    <button
      type="button"
      class={newer === undefined ? 'pill' : 'pill newer'}
      title={model.text('backToLatestTip')}
      onClick={() => {
        model.history.showLatest();
      }}
    >
      {newer === undefined ? model.text('backToLatest') : model.text('newerRevision', newer)}
    </button>
  );
}
