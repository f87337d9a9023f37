import type { JSX } from 'preact';
import { visibleText } from '../../src/protocol/planView';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { Icon } from '../components/icon';
import { PlainText } from '../components/plainText';

/** What a person should know about the stored data, or about planning being off, above the plan. */
export function Notices(props: { model: PanelModel; screen: PlanScreen }): JSX.Element | null {
  const { model, screen } = props;
  if (screen.problems.length === 0 && screen.enabled) return null;
  return (
    <div class="notices">
      {screen.problems.map((problem) => (
        <div class="notice" key={`${problem.kind} ${problem.message}`}>
          <Icon name="warning" />
          <div class="notice-body">
            <strong>{model.text(`problem_${problem.kind}`)}</strong>
            <p title={problem.location === undefined ? undefined : visibleText(problem.location)}>
              <PlainText text={problem.message} />
              {screen.stale && ` ${model.text('unavailableStale')}`}
            </p>
            <button
              type="button"
              class="link"
              onClick={() => {
                model.run('showLog');
              }}
            >
              {model.text('showLog')}
            </button>
            {screen.stale && (
              <button
                type="button"
                class="link"
                onClick={() => {
                  model.retry();
                }}
              >
                {model.text('tryAgain')}
              </button>
            )}
          </div>
        </div>
      ))}
      {!screen.enabled && (
        <div class="notice quiet">
          <div class="notice-body">
            <strong>{model.text('offTitle')}</strong>
            <p>{model.text('offBody')}</p>
            <button
              type="button"
              class="link"
              onClick={() => {
                model.run('openSettings');
              }}
            >
              {model.text('offAction')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
