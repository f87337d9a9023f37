import type { JSX } from 'preact';
import { CHAT_COWORKER, planProgress, visibleText } from '../../src/protocol/planView';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { Icon } from '../components/icon';
import { PlainText } from '../components/plainText';
import { BackToLatest } from '../history/backToLatest';

interface HeaderProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** What it is for, how far, since when and by whom. Its height is the same for every revision. */
export function PlanHeader({ model, screen }: HeaderProps): JSX.Element {
  const title = screen.view.title === '' ? model.text('untitled') : screen.view.title;
  return (
    <header class="header">
      <h1 class="title" title={visibleText(title)}>
        <PlainText text={title} />
      </h1>
      {screen.isLatest ? <Origin {...{ model, screen }} /> : <EarlierBar {...{ model, screen }} />}
      <Progress {...{ model, screen }} />
    </header>
  );
}

function Origin({ model, screen }: HeaderProps): JSX.Element {
  const { view, shown, shownAt } = screen;
  const time = model.times.value.show(shownAt, model.now.value);
  const who = view.coworker === CHAT_COWORKER ? model.text('coworkerChat') : view.coworker;
  const revision = model.text('revision', shown.revision);
  return (
    <p class="origin" title={`${revision} · ${time.full} · ${visibleText(who)}`}>
      {view.readOnly && (
        <span class="read-only">
          <Icon name="lock" />
          {model.text('readOnly')}
          {' · '}
        </span>
      )}
      {revision}
      {' · '}
      <time dateTime={shownAt}>{time.ago}</time>
      {' · '}
      <PlainText text={who} />
    </p>
  );
}

function EarlierBar({ model, screen }: HeaderProps): JSX.Element {
  const latest = screen.view.plan?.revision ?? screen.shown.revision;
  return (
    <div class="earlier">
      <span class="earlier-text">{model.text('viewing', screen.shown.revision, latest)}</span>
      <BackToLatest model={model} />
    </div>
  );
}

function Progress({ model, screen }: HeaderProps): JSX.Element {
  const { completed, total } = planProgress(screen.shown);
  const started = screen.shown.steps.filter((step) => step.status === 'in_progress').length;
  const words = model.text('progress', completed, total);
  const share = (count: number): string => `${String(total === 0 ? 0 : (100 * count) / total)}%`;
  return (
    <div class={total === 0 ? 'progress none' : 'progress'} title={words}>
      <div
        class="bar"
        role="progressbar"
        aria-label={model.text('steps')}
        aria-valuemin={0}
        aria-valuemax={Math.max(total, 1)}
        aria-valuenow={completed}
        aria-valuetext={words}
      >
        <div class="bar-completed" style={{ inlineSize: share(completed) }} />
        <div class="bar-started" style={{ inlineSize: share(started) }} />
      </div>
      <span class="count" aria-hidden="true">{`${String(completed)}/${String(total)}`}</span>
    </div>
  );
}
