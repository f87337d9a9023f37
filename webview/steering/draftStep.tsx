import { Fragment, type JSX } from 'preact';
import type { Typing } from '../../src/domain/steering/draft';
import { visibleText } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { Phrase, PlainText } from '../components/plainText';
import { spokenRemark, stepChanges } from '../history/stepChanges';
import type { PanelModel } from '../panelModel';
import { DEEPEST, rowId } from '../plan/stepItem';
import type { DraftRow } from './draftRows';
import type { Dragging } from './dragging';
import { StepField } from './stepField';
import type { SteeringModel } from './steeringModel';

interface StepProps {
  readonly model: PanelModel;
  readonly steering: SteeringModel;
  readonly row: DraftRow;
  /** What is typed in it. */
  readonly typing: Typing | undefined;
  readonly nameOf: (id: string) => string | undefined;
  readonly active: boolean;
  readonly dragging: Dragging;
  readonly onFold: (step: string, isFolded: boolean) => void;
}

/** A step as it would be, with what is drafted about it in words and at its edge. */
export function DraftStep(props: StepProps): JSX.Element {
  const { model, steering, row, typing, nameOf, active, dragging, onFold } = props;
  const { key, step, mark, change, expanded, conflict } = row;
  const status = model.text(`status_${step.status}`);
  const remarks = stepChanges(model, row, nameOf);
  const before = change?.renamed === true ? visibleText(change.before.description) : undefined;
  const spoken = [
    status,
    ...(mark === 'same' ? [] : [model.text('drafted')]),
    ...remarks.map(spokenRemark),
    ...(before === undefined ? [] : [model.text('diff_renamed', before)]),
    ...(conflict === undefined ? [] : [model.text('draftConflict')]),
  ];
  const marks = [conflict && 'draft-conflict', active && 'active', dragging.sideOf(key)];
  return (
    <li
      id={rowId(key)}
      class={['step', `step-${step.status}`, 'stopped', `diff-${mark}`, ...marks]
        .filter(Boolean)
        .join(' ')}
      style={{ '--level': String(Math.min(row.level, DEEPEST) - 1) }}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={expanded}
      aria-selected={active}
      draggable={typing === undefined}
      onMouseDown={() => {
        steering.step.value = key;
      }}
      onDblClick={() => {
        steering.step.value = key;
        steering.steer('editStep');
      }}
      {...dragging.handlers(key)}
    >
      {expanded !== undefined && (
        <span
          class={expanded ? 'twisty' : 'twisty folded'}
          onClick={() => {
            onFold(step.id, expanded);
          }}
        >
          <Icon name="chevron" />
        </span>
      )}
      <span class="step-icon" title={status}>
        <Icon name={step.status} />
      </span>
      <div class="step-body">
        {typing ? (
          <StepField {...{ model, steering, typing }} />
        ) : (
          <>
            <div class="step-text" aria-hidden="true">
              <PlainText text={step.description} />
            </div>
            <span class="words">{[visibleText(step.description), ...spoken].join(', ')}</span>
          </>
        )}
        {remarks.map(({ text, about }) => (
          <div class="step-note" aria-hidden="true" key={text}>
            <Phrase text={text}>
              {about.map((name, place) => (
                <Fragment key={place}>
                  <PlainText text={name} />
                </Fragment>
              ))}
            </Phrase>
          </div>
        ))}
        {before !== undefined && (
          <div class="step-note" aria-hidden="true">
            <Phrase text={model.text('diff_renamed', '{0}')}>
              <PlainText text={before} />
            </Phrase>
          </div>
        )}
        {conflict !== undefined && (
          <div class="step-note step-conflict" aria-hidden="true">
            {model.text('draftConflict')}
          </div>
        )}
      </div>
    </li>
  );
}
