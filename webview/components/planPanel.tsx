import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { Button } from './button';
import { MessageScreen } from './messageScreen';
import { PlanBody } from '../plan/planBody';
import { PlanFooter } from '../plan/planFooter';
import { PlanHeader } from '../plan/planHeader';
import { PlanModeSwitch } from '../plan/planModeSwitch';
import { RevisionSection } from '../history/revisionSection';
import { useKeptFocus } from '../keptFocus';
import { OnDemand } from '../onDemand';
import { focusPage, keepFocus } from '../pageFocus';
import { DeletedBar } from '../sessions/deletedBar';

export function PlanPanel({ model }: { model: PanelModel }): JSX.Element {
  const { value: page } = model.page;
  const shown = useRef(page);
  useLayoutEffect(() => {
    // The keyboard goes along to the other page.
    if (shown.current !== page) focusPage();
    shown.current = page;
  }, [page]);
  return (
    <>
      {page === 'sessions' ? (
        <OnDemand placeholder={<main class="panel" aria-busy />} onLate={focusPage}>
          {({ SessionsPage }) => <SessionsPage model={model} />}
        </OnDemand>
      ) : (
        <SessionPage model={model} />
      )}
      <div class="words" role="status" aria-live="polite">
        {model.announcer.text}
      </div>
    </>
  );
}

function SessionPage({ model }: { model: PanelModel }): JSX.Element {
  const screen = model.screen.value;
  const { density } = model.settings.value;
  // Another plan, or none, takes the place of what was on the screen.
  useLayoutEffect(keepFocus, [screen.kind, screen.kind === 'plan' && screen.view.session]);
  const mode = model.planMode.state.value;
  return (
    <main class={`panel ${density}`} aria-busy={screen.kind === 'loading'}>
      {screen.kind === 'loading' && <div class="skeleton" />}
      {screen.kind === 'plan' && <PlanPage model={model} screen={screen} />}
      {screen.kind !== 'plan' && screen.kind !== 'loading' && (
        <MessageScreen model={model} screen={screen}>
          {mode && (
            <div class="tags">
              <PlanModeSwitch {...{ model, mode }} />
            </div>
          )}
          <Button
            link
            text={model.text('allSessions')}
            run={() => {
              model.showSessions();
            }}
          />
        </MessageScreen>
      )}
      <DeletedBar model={model} />
    </main>
  );
}

function PlanPage({ model, screen }: { model: PanelModel; screen: PlanScreen }): JSX.Element {
  const comparison = model.history.comparison.value;
  const steering = screen.isLatest ? model.steering.shown.value : undefined;
  const isDrafting = steering !== undefined && steering.model.draft.value !== null;
  const looksBack = comparison !== undefined || !screen.isLatest;
  useKeptFocus(comparison ?? (isDrafting ? 'draft' : screen.isLatest));
  return (
    <>
      {comparison ? (
        <OnDemand placeholder={<div class="body" />}>
          {({ ComparisonView }) => <ComparisonView model={model} comparison={comparison} />}
        </OnDemand>
      ) : (
        <>
          <PlanHeader model={model} screen={screen} />
          <PlanBody model={model} screen={screen} />
        </>
      )}
      <RevisionSection model={model} screen={screen} />
      {looksBack ? (
        <OnDemand placeholder={<PlanFooter model={model} screen={screen} />}>
          {({ HistoryFooter }) => <HistoryFooter model={model} screen={screen} />}
        </OnDemand>
      ) : (
        <>
          {steering && (
            <steering.parts.DraftBar {...{ model, plan: screen.shown }} steering={steering.model} />
          )}
          {!isDrafting && <PlanFooter model={model} screen={screen} />}
        </>
      )}
    </>
  );
}
