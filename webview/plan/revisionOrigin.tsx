import type { ComponentChildren, JSX } from 'preact';
import { CHAT_COWORKER } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';

export interface DetailsProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** The element of the details, for the buttons that open it. */
export const DETAILS = 'details';

/** Which revision, since when and by whom, in a line. */
export function Origin({ model, screen }: DetailsProps): JSX.Element {
  const { view, shown, shownAt } = screen;
  const [line] = view.revisions;
  const ago = model.times.value.ago(shownAt, model.now.value);
  return (
    <button type="button" class="origin" title={model.text('details')} popovertarget={DETAILS}>
      {view.readOnly && <Mark icon="lock">{`${model.text('readOnly')} · `}</Mark>}
      {view.pinned && (
        <Mark icon="pin">
          <span class="words">{`${model.text('rowPinned')}, `}</span>
        </Mark>
      )}
      {model.text('revision', shown.revision)}
      {line?.back !== undefined && ` · ${model.text('backAt', line.back)}`}
      {' · '}
      <time dateTime={shownAt}>{ago}</time>
      {' · '}
      <PlainText text={who(model, screen)} />
    </button>
  );
}

function Mark(props: { icon: 'lock' | 'pin'; children: ComponentChildren }): JSX.Element {
  return (
    <span class="mark">
      <Icon name={props.icon} />
      {props.children}
    </span>
  );
}

/** Whose revision it is, in words. */
export function who(model: PanelModel, { view }: PlanScreen): string {
  return view.coworker === CHAT_COWORKER ? model.text('coworkerChat') : view.coworker;
}
