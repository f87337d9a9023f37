import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isComplete } from '../../src/protocol/planView';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { Explanation } from '../plan/explanation';
import { MessageScreen } from './messageScreen';
import { Notices } from '../plan/notices';
import { PlanHeader } from '../plan/planHeader';
import { ComparisonView } from '../history/comparisonView';
import { HistoryFooter } from '../history/historyFooter';
import { RevisionSection } from '../history/revisionSection';
import { useKeptFocus } from '../keptFocus';
import { SessionsPage } from '../sessions/sessionsPage';
import { StepTree } from '../plan/stepTree';

/** How long the page must have stood still before its place is saved, in milliseconds. */
const SCROLL_REST = 200;

export function PlanPanel({ model }: { model: PanelModel }): JSX.Element {
  const { value: page } = model.page;
  const shown = useRef(page);
  useLayoutEffect(() => {
    // The keyboard goes along to the other page.
    if (shown.current !== page) document.querySelector<HTMLElement>('#steps, #sessions')?.focus();
    shown.current = page;
  }, [page]);
  return (
    <>
      {page === 'sessions' ? <SessionsPage model={model} /> : <SessionPage model={model} />}
      <div class="words" role="status" aria-live="polite">
        {model.announcement.value}
      </div>
    </>
  );
}

function SessionPage({ model }: { model: PanelModel }): JSX.Element {
  const screen = model.screen.value;
  return (
    <main class="panel" aria-busy={screen.kind === 'loading'}>
      {screen.kind === 'loading' && <div class="loading" />}
      {screen.kind === 'plan' && <PlanPage model={model} screen={screen} />}
      {screen.kind !== 'plan' && screen.kind !== 'loading' && (
        <MessageScreen model={model} screen={screen} />
      )}
    </main>
  );
}

function PlanPage({ model, screen }: { model: PanelModel; screen: PlanScreen }): JSX.Element {
  const comparison = model.history.comparison.value;
  const looksBack = comparison !== undefined || !screen.isLatest;
  useKeptFocus(comparison ?? screen.isLatest);
  return (
    <>
      {comparison ? (
        <ComparisonView model={model} comparison={comparison} />
      ) : (
        <>
          <PlanHeader model={model} screen={screen} />
          <PlanBody model={model} screen={screen} />
        </>
      )}
      <RevisionSection model={model} screen={screen} />
      {looksBack ? (
        <HistoryFooter model={model} screen={screen} />
      ) : (
        <footer class="footer">
          <button
            type="button"
            class="button"
            onClick={() => {
              model.run('openChat');
            }}
          >
            {model.text('goToChat')}
          </button>
        </footer>
      )}
    </>
  );
}

/** What scrolls: notices, explanation and steps. Its place survives updates and hiding the panel. */
function PlanBody({ model, screen }: { model: PanelModel; screen: PlanScreen }): JSX.Element {
  const { shown } = screen;
  const body = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLayoutEffect(() => {
    if (body.current) body.current.scrollTop = model.layout.value.scrollTop;
  }, [screen.view.session]);
  const onScroll = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (body.current) model.setLayout({ scrollTop: body.current.scrollTop });
    }, SCROLL_REST);
  };
  return (
    <div class="body" ref={body} onScroll={onScroll}>
      <Notices model={model} screen={screen} />
      <Explanation model={model} text={shown.explanation} />
      {isComplete(shown) && <p class="all-complete">{model.text('allComplete')}</p>}
      {shown.steps.length > 0 ? (
        <StepTree model={model} screen={screen} />
      ) : (
        <div class="message cleared">
          <h2>{model.text('clearedTitle')}</h2>
          <p>{model.text('clearedBody')}</p>
        </div>
      )}
    </div>
  );
}
