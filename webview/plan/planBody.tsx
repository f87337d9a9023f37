import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isComplete } from '../../src/protocol/planView';
import { Button } from '../components/button';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { Explanation } from './explanation';
import { Notices } from './notices';
import { StepTree } from './stepTree';

/** How long the page must have stood still before its place is saved, in milliseconds. */
const SCROLL_REST = 200;

interface BodyProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** What scrolls: notices, explanation and steps. Its place survives updates and hiding the panel. */
export function PlanBody({ model, screen }: BodyProps): JSX.Element {
  const { shown } = screen;
  const steering = screen.isLatest ? model.steering.shown.value : undefined;
  const draft = steering?.model.draft.value;
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
      {/* One that gave the session its title stands there already. */}
      {shown.explanation !== screen.view.title && (
        <Explanation model={model} text={shown.explanation} />
      )}
      {isComplete(shown) && <p class="all-complete">{model.text('allComplete')}</p>}
      {steering && draft ? (
        <steering.parts.DraftTree {...{ model, screen, draft }} steering={steering.model} />
      ) : shown.steps.length > 0 ? (
        <StepTree key={screen.view.session} model={model} screen={screen} />
      ) : (
        <Cleared model={model} screen={screen} />
      )}
    </div>
  );
}

/** Nothing is lost with the steps: the last revision that has some is one step away. */
function Cleared({ model, screen }: BodyProps): JSX.Element {
  const { revisions } = screen.view;
  const last = revisions.find((line) => line.total > 0 && line.revision < screen.shown.revision);
  return (
    <div class="message cleared">
      <h2 tabIndex={-1}>{model.text('clearedTitle')}</h2>
      <p>{model.text('clearedBody')}</p>
      {last && (
        <Button
          secondary
          text={model.text('clearedAction', last.revision)}
          run={() => {
            void model.history.open(last.revision);
          }}
        />
      )}
    </div>
  );
}
