import { Fragment, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type PlanStep, visibleText } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { Phrase, PlainText } from '../components/plainText';
import { nextIndex, TypeAhead } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import { DEEPEST, rowId } from '../plan/stepItem';
import { type TreeAction, treeAction } from '../plan/treeKeys';
import { ChangedText } from './changedText';
import type { ComparisonRow } from './comparisonRows';
import { spokenRemark, stepChanges } from './stepChanges';
import type { TextPart } from './wordEdits';

const PAGE_ROWS = 8;

interface TreeProps {
  readonly model: PanelModel;
  readonly rows: readonly ComparisonRow[];
  /** The changed words of renamed steps. */
  readonly words: ReadonlyMap<PlanStep, readonly TextPart[]>;
  readonly nameOf: (id: string) => string | undefined;
  readonly onFold: (fold: readonly string[], unfold: readonly string[]) => void;
}

/** Both plans as one tree, with the keys of the tree of a plan. */
export function ComparisonTree({ model, rows, words, nameOf, onFold }: TreeProps): JSX.Element {
  /** The step that the person went to, which may be shown only with the next drawing. */
  const [chosen, setChosen] = useState<{ readonly key: string | undefined }>();
  const typeAhead = useRef(new TypeAhead());
  const tree = useRef<HTMLUListElement>(null);
  const found = rows.findIndex(({ key, mark }) => (chosen ? key === chosen.key : mark !== 'same'));
  const activeIndex = Math.max(0, found);
  const activeKey = rows[activeIndex]?.key;
  const act = ({ to, step, fold = [], unfold = [] }: TreeAction): void => {
    if (fold.length > 0 || unfold.length > 0) onFold(fold, unfold);
    const target = step === undefined ? to : rows.findIndex((row) => row.step.id === step);
    const key = target === undefined ? undefined : rows[target]?.key;
    if (key !== undefined) setChosen({ key });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, timeStamp } = event;
    const names = rows.map(({ step }) => step.description);
    const to =
      nextIndex(key, activeIndex, rows.length, PAGE_ROWS) ??
      (treeAction(key, rows, activeIndex)
        ? undefined
        : typeAhead.current.find(key, timeStamp, activeIndex, names));
    const action = to === undefined ? treeAction(key, rows, activeIndex) : { to };
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  useLayoutEffect(() => {
    if (!chosen || document.activeElement !== tree.current) return;
    document.getElementById(rowId(chosen.key ?? ''))?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul
      id="steps"
      ref={tree}
      class="steps"
      role="tree"
      tabIndex={0}
      aria-label={model.text('steps')}
      aria-activedescendant={activeKey === undefined ? undefined : rowId(activeKey)}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        <ComparedStep
          key={row.key}
          {...{ model, row, nameOf, act, parts: words.get(row.step) }}
          active={index === activeIndex}
          onSelect={() => {
            setChosen({ key: row.key });
          }}
        />
      ))}
    </ul>
  );
}

interface StepProps {
  readonly model: PanelModel;
  readonly row: ComparisonRow;
  readonly parts: readonly TextPart[] | undefined;
  readonly nameOf: (id: string) => string | undefined;
  readonly active: boolean;
  readonly onSelect: () => void;
  readonly act: (action: TreeAction) => void;
}

function ComparedStep(props: StepProps): JSX.Element {
  const { model, row, parts, nameOf, active, onSelect, act } = props;
  const { step, mark, change, expanded } = row;
  const status = model.text(`status_${step.status}`);
  const remarks = stepChanges(model, row, nameOf);
  const before = change?.renamed === true ? visibleText(change.before.description) : undefined;
  // What is crossed out or put in is not said aloud by itself.
  const spoken = [
    status,
    ...remarks.map(spokenRemark),
    ...(before === undefined ? [] : [model.text('diff_renamed', before)]),
  ];
  return (
    <li
      id={rowId(row.key)}
      class={`step step-${step.status} stopped diff-${mark}${active ? ' active' : ''}`}
      style={{ '--level': String(Math.min(row.level, DEEPEST) - 1) }}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={expanded}
      aria-selected={active}
      onMouseDown={onSelect}
    >
      {expanded !== undefined && (
        <span
          class={expanded ? 'twisty' : 'twisty folded'}
          onClick={() => {
            act({ [expanded ? 'fold' : 'unfold']: [step.id] });
          }}
        >
          <Icon name="chevron" />
        </span>
      )}
      <span class="step-icon" title={status}>
        <Icon name={step.status} />
      </span>
      <div class="step-body">
        <div class="step-text" aria-hidden="true">
          {parts ? <ChangedText parts={parts} /> : <PlainText text={step.description} />}
        </div>
        <span class="words">{[visibleText(step.description), ...spoken].join(', ')}</span>
        {remarks.map(({ text, about }) => (
          <div class="step-note" aria-hidden="true" key={text}>
            <Phrase text={text}>
              {about.map((name, place) => (
                <Fragment key={place}>
                  {place > 0 && ' · '}
                  <PlainText text={name} />
                </Fragment>
              ))}
            </Phrase>
          </div>
        ))}
      </div>
    </li>
  );
}
