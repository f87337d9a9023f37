import type { JSX } from 'preact';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { RevisionList } from './revisionList';
import { Timeline } from './timeline';

interface SectionProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** The foldable lower part of the panel. */
export function RevisionSection({ model, screen }: SectionProps): JSX.Element {
  const open = model.layout.value.revisionsOpen;
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
          <span class="badge">{model.history.latest.value}</span>
        </button>
      </h2>
      {open && (
        <>
          <Timeline model={model} screen={screen} />
          <div class="revisions-frame">
            <RevisionList model={model} screen={screen} />
            <Fetching model={model} />
          </div>
        </>
      )}
      <Notes model={model} open={open} />
    </section>
  );
}

/** Lies over the end of the list, so that it pushes nothing. */
function Fetching({ model }: { model: PanelModel }): JSX.Element | null {
  const { lines } = model.history;
  if (lines.fetching.value === 'no') return null;
  return (
    <p class="revisions-fetching">
      {lines.fetching.value === 'now' ? (
        model.text('loadingOlder')
      ) : (
        <>
          {model.text('olderUnavailable')}{' '}
          <Button
            link
            text={model.text('tryAgain')}
            run={() => {
              document.getElementById('revisions')?.focus();
              void lines.fetch(model.history.place.peek());
            }}
          />
        </>
      )}
    </p>
  );
}

function Notes({ model, open }: { model: PanelModel; open: boolean }): JSX.Element {
  const { lines, latest, failedRevision } = model.history;
  const unlisted = lines.more.value ? 0 : latest.value - lines.all.value.length;
  const failed = failedRevision.value;
  return (
    <>
      {open && unlisted > 0 && (
        <p class="history-note">{model.text('unlistedRevisions', unlisted)}</p>
      )}
      {failed !== undefined && (
        <p class="history-note failed">{model.text('revisionUnavailable', failed)}</p>
      )}
    </>
  );
}
