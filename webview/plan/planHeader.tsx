import type { JSX } from 'preact';
import { planProgress, visibleText } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { PlainText } from '../components/plainText';
import { BackToLatest } from '../history/backToLatest';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { PlanChips } from './planChips';
import { OnDemand } from '../onDemand';
import { DETAILS, Origin } from './revisionOrigin';

interface HeaderProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** What it is for, how far, since when and by whom. Its height is the same for every revision. */
export function PlanHeader({ model, screen }: HeaderProps): JSX.Element {
  const title = screen.view.title === '' ? model.text('untitled') : screen.view.title;
  const sessions = model.text('allSessions');
  return (
    <header class="header">
      <h1 class="title">
        <button
          type="button"
          class="title-button"
          title={`${visibleText(title)}\n${sessions}`}
          aria-description={sessions}
          onClick={() => {
            model.showSessions();
          }}
        >
          <span class="title-text">
            <PlainText text={title} />
          </span>
          <Icon name="chevron" />
        </button>
      </h1>
      {screen.isLatest ? <Origin {...{ model, screen }} /> : <EarlierBar {...{ model, screen }} />}
      <OnDemand placeholder={<></>}>
        {({ RevisionDetails }) => <RevisionDetails {...{ model, screen }} />}
      </OnDemand>
      <PlanChips {...{ model, screen }} />
      <Progress {...{ model, screen }} />
    </header>
  );
}

function EarlierBar({ model, screen }: HeaderProps): JSX.Element {
  const latest = screen.view.plan?.revision ?? screen.shown.revision;
  return (
    <div class="earlier">
      <button
        type="button"
        class="earlier-text"
        title={model.text('details')}
        popovertarget={DETAILS}
      >
        {model.text('viewing', screen.shown.revision, latest)}
      </button>
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
