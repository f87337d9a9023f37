import type { JSX } from 'preact';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { Icon } from '../components/icon';
import { RevisionList } from './revisionList';

/** The foldable lower part of the panel. */
export function RevisionSection(props: { model: PanelModel; screen: PlanScreen }): JSX.Element {
  const { model, screen } = props;
  const open = model.layout.value.revisionsOpen;
  const failed = model.history.failedRevision.value;
  const { revisions, plan } = screen.view;
  const unlisted = (plan?.revision ?? revisions.length) - revisions.length;
  return (
    <section class="history">
      <h2 class="section-title">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => {
            model.setLayout({ revisionsOpen: !open });
          }}
        >
          <span class={open ? 'twisty' : 'twisty folded'}>
            <Icon name="chevron" />
          </span>
          <span class="section-name">{model.text('revisions')}</span>
          <span class="badge">{plan?.revision ?? 0}</span>
        </button>
      </h2>
      {open && <RevisionList model={model} screen={screen} />}
      {open && unlisted > 0 && (
        <p class="history-note">{model.text('unlistedRevisions', unlisted)}</p>
      )}
      {failed !== undefined && (
        <p class="history-note failed">{model.text('revisionUnavailable', failed)}</p>
      )}
    </section>
  );
}
