import type { ComponentChildren, JSX } from 'preact';
import { visibleText } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { cureOf } from '../components/messageScreen';
import { PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';

/** What a person should know about the stored data, or about planning being off, above the plan. */
export function Notices(props: { model: PanelModel; screen: PlanScreen }): JSX.Element | null {
  const { model, screen } = props;
  if (screen.problems.length === 0 && screen.enabled) return null;
  return (
    <div class="notices">
      {screen.problems.map(({ kind, message, location }) => (
        <Notice key={`${kind} ${message}`} title={model.text(`problem_${kind}`)} isWarning>
          <p title={location === undefined ? undefined : visibleText(location)}>
            <PlainText text={message} />
            {screen.stale && ` ${model.text('unavailableStale')}`}
          </p>
          {screen.stale && (
            <Link
              text={model.text('tryAgain')}
              onClick={() => {
                model.retry();
              }}
            />
          )}
          {kind !== 'newer_version' && (
            <Link
              text={cureOf(model, { kind, message }).text}
              onClick={() => {
                model.run(cureOf(model, { kind, message }).command);
              }}
            />
          )}
          <Link
            text={model.text('showLog')}
            onClick={() => {
              model.run('showLog');
            }}
          />
        </Notice>
      ))}
      {!screen.enabled && (
        <Notice title={model.text('offTitle')}>
          <p>{model.text('offBody')}</p>
          <Link
            text={model.text('offAction')}
            onClick={() => {
              model.run('openSettings');
            }}
          />
        </Notice>
      )}
    </div>
  );
}

interface NoticeProps {
  readonly title: string;
  readonly isWarning?: boolean;
  readonly children: ComponentChildren;
}

function Notice({ title, isWarning = false, children }: NoticeProps): JSX.Element {
  return (
    <div class={isWarning ? 'notice' : 'notice quiet'}>
      {isWarning && <Icon name="warning" />}
      <div class="notice-body">
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}

function Link({ text, onClick }: { text: string; onClick: () => void }): JSX.Element {
  return (
    <button type="button" class="link" onClick={onClick}>
      {text}
    </button>
  );
}
