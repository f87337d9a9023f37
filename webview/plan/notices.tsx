import type { ComponentChildren, JSX } from 'preact';
import { visibleText } from '../../src/protocol/planView';
import { Button } from '../components/button';
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
            <Button
              link
              text={model.text('tryAgain')}
              run={() => {
                model.retry();
              }}
            />
          )}
          {kind !== 'newer_version' && (
            <Button
              link
              text={cureOf(model, { kind, message }).text}
              run={() => {
                model.run(cureOf(model, { kind, message }).command);
              }}
            />
          )}
          <Button
            link
            text={model.text('showLog')}
            run={() => {
              model.run('showLog');
            }}
          />
        </Notice>
      ))}
      {!screen.enabled && (
        <Notice title={model.text('offTitle')}>
          <p>{model.text('offBody')}</p>
          <Button
            link
            text={model.text('offAction')}
            run={() => {
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
