import { Fragment, type JSX } from 'preact';
import { Icon } from '../components/icon';
import { Phrase, PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';
import type { StepRow } from './stepRows';
import { awaitedStep, type TreeAction } from './treeKeys';

/** Steps below this level are not drawn further in: a sentence needs room. */
export const DEEPEST = 6;

/** What can be done to rows; the same object for as long as the tree is there. */
export interface RowActions {
  readonly select: (key: string) => void;
  readonly act: (action: TreeAction) => void;
}

interface ItemProps {
  readonly model: PanelModel;
  readonly row: StepRow;
  readonly actions: RowActions;
  readonly active: boolean;
  /** The one step to point out. */
  readonly current: boolean;
  /** The agent left it in progress and nobody works on it any more (FC.30). */
  readonly stopped: boolean;
  /** When it was started, as far as that is known. */
  readonly since: string | undefined;
}

/** A row; it is drawn again only when one of its properties is another. */
export function StepItem(props: ItemProps): JSX.Element {
  const { model, row, actions, active, current, stopped } = props;
  const { key, step, expanded } = row;
  const status = model.text(`status_${step.status}`);
  const marks = [stopped && 'stopped', current && 'current', active && 'active'].filter(Boolean);
  return (
    <li
      id={rowId(key)}
      class={['step', `step-${step.status}`, ...marks].join(' ')}
      style={{ '--level': String(Math.min(row.level, DEEPEST) - 1) }}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={expanded}
      aria-selected={active}
      aria-keyshortcuts={awaitedStep(row) === undefined ? undefined : 'Enter'}
      onMouseDown={() => {
        actions.select(key);
      }}
    >
      {expanded !== undefined && (
        <span
          class={expanded ? 'twisty' : 'twisty folded'}
          onClick={() => {
            actions.act({ [expanded ? 'fold' : 'unfold']: [step.id] });
          }}
        >
          <Icon name="chevron" />
        </span>
      )}
      <span class="step-icon" title={stopped ? `${status}, ${model.text('notRunning')}` : status}>
        <Icon name={step.status} />
      </span>
      <div class="step-body">
        <div class="step-text">
          <PlainText text={step.description} />
          <span class="words">{`, ${status}`}</span>
        </div>
        <SecondLine {...props} />
      </div>
    </li>
  );
}

/** Only where there is something to say that the first line does not. */
function SecondLine({ model, row, actions, stopped, since }: ItemProps): JSX.Element | null {
  const { step, waitsFor } = row;
  if (stopped) return <div class="step-note">{model.text('notRunning')}</div>;
  if (step.status === 'in_progress') {
    const doing = step.active_form === step.description ? undefined : step.active_form;
    const duration = since === undefined ? '' : durationText(model, since);
    if (doing === undefined && duration === '') return null;
    return (
      <div class="step-note">
        {doing !== undefined && <PlainText text={doing} />}
        {doing !== undefined && duration !== '' && ' · '}
        {duration}
      </div>
    );
  }
  if (awaitedStep(row) === undefined) return null;
  return (
    <div class="step-note">
      <Phrase text={model.text('waitsFor', '{0}')}>
        {waitsFor.map((other, place) => (
          <Fragment key={other.id}>
            {place > 0 && ' · '}
            <span
              class="step-link"
              onClick={() => {
                actions.act({ step: other.id });
              }}
            >
              <PlainText text={other.description} />
            </span>
          </Fragment>
        ))}
      </Phrase>
    </div>
  );
}

/** Empty in the first minute. */
function durationText(model: PanelModel, since: string): string {
  const short = model.times.value.short(since, model.now.value);
  return short === model.text('now') ? '' : model.text('inProgressFor', short);
}

/** Ids of damaged data may hold what no id of an element may. */
export function rowId(key: string): string {
  return `step-${encodeURIComponent(key)}`;
}
