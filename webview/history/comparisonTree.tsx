import { Fragment, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../src/protocol/planView';
import { Icon } from '../components/icon';
import { Phrase, PlainText } from '../components/plainText';
import { nextIndex, TypeAhead } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import { type ActiveRow, arrowTarget, indexOfActive } from '../plan/treeNavigation';
import { ChangedText } from './changedText';
import type { ComparisonRow } from './comparisonRows';
import { spokenRemark, stepChanges } from './stepChanges';
import type { TextPart } from './wordChanges';

const PAGE_ROWS = 8;
/** Steps below this level are not drawn further in, as in the tree of a plan. */
const DEEPEST = 6;

interface TreeProps {
  readonly model: PanelModel;
  readonly rows: readonly ComparisonRow[];
  /** The changed words of renamed steps. */
  readonly words: ReadonlyMap<ComparisonRow['step'], readonly TextPart[]>;
  readonly nameOf: (id: string) => string | undefined;
  readonly onFold: (id: string, expanded: boolean) => void;
}

/** Both plans as one tree, with the keys of the tree of a plan. */
export function ComparisonTree({ model, rows, words, nameOf, onFold }: TreeProps): JSX.Element {
  const [active, setActive] = useState<ActiveRow>();
  const typeAhead = useRef(new TypeAhead());
  const tree = useRef<HTMLUListElement>(null);
  const firstChange = rows.find(({ mark }) => mark !== 'same');
  const activeIndex = indexOfActive(rows, active ?? { key: firstChange?.key ?? '', index: 0 });
  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row) setActive({ key: row.key, index });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[activeIndex];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, timeStamp } = event;
    const target =
      nextIndex(key, activeIndex, rows.length, PAGE_ROWS) ??
      arrowTarget(key, row, activeIndex, rows, ({ step }, expanded) => {
        onFold(step.id, expanded);
      }) ??
      typeAhead.current.find(
        ...([key, timeStamp, activeIndex] as const),
        rows.map(({ step }) => step.description),
      );
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  };
  useLayoutEffect(() => {
    if (!active || document.activeElement !== tree.current) return;
    document.getElementById(rowId(activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      id="steps"
      ref={tree}
      class="steps"
      role="tree"
      tabIndex={0}
      aria-label={model.text('steps')}
      aria-activedescendant={rows.length > 0 ? rowId(activeIndex) : undefined}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, index) => (
        <ComparedStep
          key={row.key}
          {...{ model, row, index, nameOf, parts: words.get(row.step) }}
          active={index === activeIndex}
          onSelect={() => {
            moveTo(index);
          }}
          onFold={() => {
            onFold(row.step.id, row.expanded === false);
          }}
        />
      ))}
    </ul>
  );
}

interface StepProps {
  readonly model: PanelModel;
  readonly row: ComparisonRow;
  readonly index: number;
  readonly parts: readonly TextPart[] | undefined;
  readonly nameOf: (id: string) => string | undefined;
  readonly active: boolean;
  readonly onSelect: () => void;
  readonly onFold: () => void;
}

function ComparedStep(props: StepProps): JSX.Element {
  const { model, row, index, parts, nameOf, active, onSelect, onFold } = props;
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
      id={rowId(index)}
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
        <span class={expanded ? 'twisty' : 'twisty folded'} onClick={onFold}>
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

function rowId(index: number): string {
  return `step-${String(index)}`;
}
