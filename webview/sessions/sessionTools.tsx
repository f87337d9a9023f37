import type { JSX } from 'preact';
import { Icon } from '../components/icon';
import type { PanelModel } from '../panelModel';

/** A line of one height over the list: what the panel follows, and how the list stands. */
export function SessionTools({ model }: { model: PanelModel }): JSX.Element {
  const { sessions } = model;
  return (
    <div class="session-tools">
      <button
        type="button"
        class="chip follow"
        aria-pressed={!sessions.stays.value}
        title={model.text('followLatestTip')}
        onClick={() => {
          model.openSession(null);
        }}
      >
        <Icon name={sessions.stays.value ? 'pending' : 'in_progress'} />
        {model.text('followLatest')}
      </button>
      <ListState model={model} />
    </div>
  );
}

function ListState({ model }: { model: PanelModel }): JSX.Element | null {
  const { sessions } = model;
  const locale = model.times.value.locale;
  const [count, shown] = [sessions.count.value, sessions.shown.value.length];
  if (!sessions.done.value && !sessions.problem.value && count > 0) {
    return <span>{model.text('loadingSessions', count.toLocaleString(locale))}</span>;
  }
  const { added, isMoved } = sessions.waiting.value;
  if (added > 0 || isMoved) {
    return (
      <button
        id="sort-again"
        type="button"
        class="link"
        title={model.text('sortAgainTip')}
        onClick={() => {
          sessions.sortAgain();
          document.getElementById('sessions')?.focus();
        }}
      >
        {added > 0 ? model.text('newSessions', added) : model.text('sortAgain')}
      </button>
    );
  }
  if (!sessions.isNarrowed.value) return null;
  const [found, all] = [shown.toLocaleString(locale), count.toLocaleString(locale)];
  return <span>{model.text('someSessions', found, all)}</span>;
}
