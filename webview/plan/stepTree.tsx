import { Fragment, type JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { visibleText } from '../../src/protocol/planView';
import { nextIndex, TypeAhead } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import { type StepRow, stepRows } from './stepRows';
import { type ActiveRow, arrowTarget, indexOfActive } from './treeNavigation';
import type { PlanScreen } from '../viewState';
import { Icon } from '../components/icon';
import { Phrase, PlainText } from '../components/plainText';

const PAGE_ROWS = 8;
/** Steps below this level are not drawn further in: a sentence needs room. */
const DEEPEST = 6;

/**
 * The steps as a tree with one tab stop. The focus stays on the tree itself and the active row is
 * named to assistive technology, so that no update of the plan can take the focus away.
 */
export function StepTree({
  model,
  screen,
}: {
  model: PanelModel;
  screen: PlanScreen;
}): JSX.Element {
  const { collapsed } = model.layout.value;
  const rows = useMemo(
    () => stepRows(screen.shown.steps, new Set(collapsed)),
    [screen.shown, collapsed],
  );
  const [active, setActive] = useState<ActiveRow>();
  const typeAhead = useRef(new TypeAhead());
  const tree = useRef<HTMLUListElement>(null);
  const activeIndex = indexOfActive(rows, active);

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row) setActive({ key: row.key, index });
  };
  const fold = (row: StepRow, expanded: boolean): void => {
    const others = collapsed.filter((id) => id !== row.step.id);
    model.setLayout({ collapsed: expanded ? others : [...others, row.step.id] });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[activeIndex];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const target =
      nextIndex(event.key, activeIndex, rows.length, PAGE_ROWS) ??
      arrowTarget(event.key, row, activeIndex, rows, fold) ??
      typeAhead.current.find(
        event.key,
        event.timeStamp,
        activeIndex,
        rows.map(({ step }) => step.description),
      );
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
  };
  useLayoutEffect(() => {
    // Only a move of the person's scrolls; an update leaves the page where it is.
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
        <StepItem
          key={row.key}
          {...{ model, row, index }}
          stopped={row.step.status === 'in_progress' && screen.activity === 'stopped'}
          active={index === activeIndex}
          onSelect={() => {
            moveTo(index);
          }}
          onFold={(expanded) => {
            fold(row, expanded);
          }}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly model: PanelModel;
  readonly row: StepRow;
  readonly index: number;
  readonly active: boolean;
  /** The agent left it in progress and nobody works on it any more (FC.30). */
  readonly stopped: boolean;
  readonly onSelect: () => void;
  readonly onFold: (expanded: boolean) => void;
}

function StepItem(props: ItemProps): JSX.Element {
  const { model, row, index, active, stopped, onSelect, onFold } = props;
  const { step, expanded } = row;
  const status = model.text(`status_${step.status}`);
  return (
    <li
      id={rowId(index)}
      class={`step step-${step.status}${stopped ? ' stopped' : ''}${active ? ' active' : ''}`}
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
            onFold(!expanded);
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
        <SecondLine {...{ model, row, stopped }} />
      </div>
    </li>
  );
}

/** Only where there is something to say that the first line does not. */
function SecondLine({
  model,
  row,
  stopped,
}: Pick<ItemProps, 'model' | 'row' | 'stopped'>): JSX.Element | null {
  const { step, waitsFor } = row;
  if (stopped) return <div class="step-note">{model.text('notRunning')}</div>;
  if (step.status === 'in_progress' && step.active_form !== undefined) {
    return (
      <div class="step-note">
        <PlainText text={step.active_form} />
      </div>
    );
  }
  if (step.status !== 'blocked' || waitsFor.length === 0) return null;
  return (
    <div
      class="step-note"
      title={waitsFor.map((other) => visibleText(other.description)).join('\n')}
    >
      <Phrase text={model.text('waitsFor', '{0}')}>
        {waitsFor.map((other, place) => (
          <Fragment key={other.id}>
            {place > 0 && ' · '}
            <PlainText text={other.description} />
          </Fragment>
        ))}
      </Phrase>
    </div>
  );
}

function rowId(index: number): string {
  return `step-${String(index)}`;
}
