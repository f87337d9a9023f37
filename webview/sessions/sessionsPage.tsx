import type { JSX } from 'preact';
import { MessageScreen } from '../components/messageScreen';
import { PlainText } from '../components/plainText';
import { useKeptFocus } from '../keptFocus';
import type { PanelModel } from '../panelModel';
import { DeletedBar } from './deletedBar';
import { SearchBar } from './searchBar';
import { SessionList } from './sessionList';
import { SessionTools } from './sessionTools';
import { UnreadableSessions } from './unreadableSessions';

/** All sessions, to be searched and opened. */
export function SessionsPage({ model }: { model: PanelModel }): JSX.Element {
  const { sessions, settings } = model;
  const { done, problem, count, shown, unreadable } = sessions;
  const { planTool } = settings.value;
  const isEmpty = count.value === 0;
  const hasRows = shown.value.length > 0;
  useKeptFocus(hasRows, 'search');
  return (
    <main class={`panel ${settings.value.density}`} aria-busy={!done.value}>
      <h1 class="words">{model.text('allSessions')}</h1>
      <SearchBar model={model} />
      {!isEmpty && <SessionTools model={model} />}
      {!isEmpty && problem.value && (
        <p class="sessions-problem">
          <PlainText text={problem.value.message} /> {model.text('unavailableStale')}{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              model.retry();
            }}
          >
            {model.text('tryAgain')}
          </button>
        </p>
      )}
      {isEmpty && !done.value && !problem.value && <div class="skeleton" />}
      {isEmpty && problem.value && (
        <MessageScreen
          {...{ model }}
          screen={{ kind: 'unavailable', problem: problem.value, isList: true }}
        />
      )}
      {isEmpty && done.value && !problem.value && unreadable.value.length === 0 && (
        <MessageScreen
          {...{ model }}
          screen={planTool === null ? { kind: 'off' } : { kind: 'empty', hasChat: false, planTool }}
        />
      )}
      {hasRows && <SessionList model={model} />}
      {!isEmpty && !hasRows && done.value && <NoMatch model={model} />}
      <UnreadableSessions model={model} />
      <DeletedBar model={model} />
    </main>
  );
}

function NoMatch({ model }: { model: PanelModel }): JSX.Element {
  return (
    <div class="message">
      <h2>{model.text('noMatch')}</h2>
      <button
        type="button"
        class="button secondary"
        onClick={() => {
          model.sessions.clear();
        }}
      >
        {model.text('clearSearch')}
      </button>
    </div>
  );
}
