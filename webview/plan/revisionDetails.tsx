import type { ComponentChildren, JSX } from 'preact';
import { CHAT_COWORKER } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';

interface DetailsProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** The element of the details, for the buttons that open it. */
export const DETAILS = 'details';

/** Which revision, since when and by whom, in a line. */
export function Origin({ model, screen }: DetailsProps): JSX.Element {
  const { view, shown, shownAt } = screen;
  const time = model.times.value.show(shownAt, model.now.value);
  return (
    <button type="button" class="origin" title={model.text('details')} popovertarget={DETAILS}>
      {view.readOnly && <Mark icon="lock">{`${model.text('readOnly')} · `}</Mark>}
      {view.pinned && (
        <Mark icon="pin">
          <span class="words">{`${model.text('rowPinned')}, `}</span>
        </Mark>
      )}
      {model.text('revision', shown.revision)}
      {' · '}
      <time dateTime={shownAt}>{time.ago}</time>
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

/**
 * Who wrote the revision on the screen, and when. The browser opens it over everything, closes it with
 * Escape, and gives the focus back.
 */
export function RevisionDetails({ model, screen }: DetailsProps): JSX.Element {
  const { view, shown, shownAt } = screen;
  const { times, now } = model;
  const full = (iso: string): string => times.value.show(iso, now.value).full;
  const line = view.revisions.find(({ revision }) => revision === shown.revision);
  const approval = view.reviews.find(
    ({ revision, outcome }) => revision === view.approved && outcome === 'approved',
  );
  const approved = [
    view.approved !== null && model.text('revision', view.approved),
    approval && full(approval.at),
  ];
  const rows = [
    ['detail_by', who(model, screen)],
    ['detail_when', full(shownAt)],
    ['detail_tool', line?.name],
    ['detail_turn', shown.turn_id],
    ['detail_call', shown.call_id],
    ['detail_approved', approved.filter(Boolean).join(' · ')],
  ] as const;
  return (
    <dl id={DETAILS} class="details" popover="auto" aria-label={model.text('details')}>
      {rows.map(
        ([key, value]) =>
          Boolean(value) && (
            <div key={key}>
              <dt>{model.text(key)}</dt>
              <dd>
                <PlainText text={value ?? ''} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function who(model: PanelModel, { view }: PlanScreen): string {
  return view.coworker === CHAT_COWORKER ? model.text('coworkerChat') : view.coworker;
}
