import type { ComponentChildren, JSX } from 'preact';
import type { PlanTarget } from '../../src/protocol/planTarget';
import type { ShownProblem } from '../../src/protocol/planView';
import type { ViewCommand } from '../../src/protocol/webviewMessages';
import type { ViewStringKey } from '../../src/protocol/viewStringKeys';
import type { PanelModel } from '../panelModel';
import type { Screen } from '../viewState';
import { Phrase, PlainText } from './plainText';

type MessageKind = Exclude<Screen, { kind: 'plan' } | { kind: 'loading' }>;

/** There is no plan to show: why, and what to do about it. */
export function MessageScreen(props: {
  model: PanelModel;
  screen: MessageKind;
  /** Where else to go. */
  children?: ComponentChildren;
}): JSX.Element {
  const { model, screen, children } = props;
  return (
    <div class="message">
      {contentOf(model, screen)}
      {children}
    </div>
  );
}

/** What another chat left, where the one on the screen has nothing. */
function Offer({ model }: { readonly model: PanelModel }): JSX.Element | null {
  const offer = model.offer.value;
  if (!offer) return null;
  const { text, session, into } = offer;
  return (
    <>
      <p>
        <PlainText text={text} />
      </p>
      <Action
        {...{ model }}
        text={model.text('offerAction')}
        command="adoptPlan"
        target={{ session, into }}
        secondary
      />
    </>
  );
}

function contentOf(model: PanelModel, screen: MessageKind): JSX.Element {
  switch (screen.kind) {
    case 'empty':
      return (
        <>
          <h1 tabIndex={-1}>{model.text(emptyTitle(screen))}</h1>
          <p>
            <Phrase text={model.text('emptyBody', '{0}')}>
              <code>{`#${screen.planTool}`}</code>
            </Phrase>
          </p>
          <Action {...{ model }} text={model.text('emptyAction')} command="startPlan" />
          {screen.hasChat && <Offer {...{ model }} />}
          <p class="quiet">{model.text('emptyWhy')}</p>
          {!screen.hasChat && (
            <Action {...{ model }} text={model.text('getStarted')} command="getStarted" secondary />
          )}
          {screen.hasChat && <p class="quiet">{model.text('emptyHelp')}</p>}
          {screen.hasChat && (
            <Action
              {...{ model }}
              text={model.text('offAction')}
              command="openSettings"
              secondary
            />
          )}
        </>
      );
    case 'off':
      return (
        <>
          <h1 tabIndex={-1}>{model.text('offTitle')}</h1>
          <p>{model.text('offBody')}</p>
          <Action {...{ model }} text={model.text('offAction')} command="openSettings" />
        </>
      );
    case 'unavailable':
      return (
        <>
          <h1 tabIndex={-1}>{model.text(unavailableTitle(screen))}</h1>
          <p>
            <PlainText text={screen.problem.message} />
          </p>
          {screen.problem.location !== undefined && (
            <p class="quiet">
              <PlainText text={screen.problem.location} />
            </p>
          )}
          <button
            type="button"
            class="button"
            onClick={() => {
              model.retry();
            }}
          >
            {model.text('tryAgain')}
          </button>
          <Action {...{ model }} {...cureOf(model, screen.problem)} secondary />
          <Action {...{ model }} text={model.text('showLog')} command="showLog" secondary />
        </>
      );
  }
}

/** What else there is to do. */
export function cureOf(
  model: PanelModel,
  { kind }: ShownProblem,
): { text: string; command: ViewCommand } {
  return kind === 'away'
    ? { text: model.text('chooseStore'), command: 'chooseStore' }
    : { text: model.text('checkPlans'), command: 'verifyPlans' };
}

function emptyTitle({ hasChat, isBegun }: Extract<MessageKind, { kind: 'empty' }>): ViewStringKey {
  if (isBegun === true) return 'emptyBegun';
  return hasChat ? 'emptyTitle' : 'noSessionTitle';
}

function unavailableTitle({
  problem,
  isList,
}: Extract<MessageKind, { kind: 'unavailable' }>): ViewStringKey {
  if (problem.kind === 'newer_version' || problem.kind === 'away') return `problem_${problem.kind}`;
  return isList === true ? 'listUnavailableTitle' : 'unavailableTitle';
}

function Action(props: {
  readonly model: PanelModel;
  readonly text: string;
  readonly command: ViewCommand;
  readonly target?: PlanTarget;
  readonly secondary?: boolean;
}): JSX.Element {
  return (
    <button
      type="button"
      class={props.secondary === true ? 'button secondary' : 'button'}
      onClick={() => {
        props.model.run(props.command, props.target);
      }}
    >
      {props.text}
    </button>
  );
}
