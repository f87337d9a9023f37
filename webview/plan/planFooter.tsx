import type { JSX } from 'preact';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { openSteps } from '../../src/domain/plan';
import { isOfProgram } from '../../src/domain/programSession';
import type { PanelModel } from '../panelModel';
import { openText, STALE_AFTER } from '../sessions/sessionStanding';
import type { PlanScreen } from '../viewState';

interface FooterProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** What is done most with a plan, and why it may be time to; menus have the rest. */
export function PlanFooter({ model, screen }: FooterProps): JSX.Element {
  const { session } = screen.view;
  return (
    <footer class="footer">
      <OpenWork model={model} screen={screen} />
      <Button
        text={model.text('askForChange')}
        run={() => {
          void model.steering.steer('draftChanges');
        }}
      />
      {!isOfProgram(session) && (
        <Button
          secondary
          text={model.text('goToChat')}
          run={() => {
            model.run('openChat', { session });
          }}
        />
      )}
    </footer>
  );
}

/**
 * Open steps that nobody seems to work on (FC.31). It stands below the steps, so that they stay where
 * they are when a turn ends.
 */
function OpenWork({ model, screen }: FooterProps): JSX.Element | null {
  const { activity, isLatest, shown, shownAt } = screen;
  const open = openSteps(shown);
  const now = model.now.value;
  const isQuiet =
    activity === 'stopped' || (activity === 'unknown' && now - Date.parse(shownAt) > STALE_AFTER);
  if (!isLatest || open === 0 || !isQuiet) return null;
  return (
    <p class="open-work">
      <Icon name="stale" />
      <span>
        {model.text('rowStale', openText({ open }, model), model.times.value.since(shownAt, now))}{' '}
        <Button
          link
          text={model.text('updateStatuses')}
          keys="Alt+U"
          run={() => {
            model.run('updateStatuses', { session: screen.view.session });
          }}
        />
      </span>
    </p>
  );
}
