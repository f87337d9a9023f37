import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { currentStep } from '../../src/domain/currentStep';
import { stepsById } from '../../src/domain/dependencies';
import { type PlanStep, visibleText } from '../../src/protocol/planView';
import { steerKey } from '../steering/steerKeys';
import { nextIndex, TypeAhead } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { rowId, type RowActions, StepItem } from './stepItem';
import { ancestors, type StepRow, stepRows, visibleIndex } from './stepRows';
import { type TreeAction, treeAction } from './treeKeys';

const PAGE_ROWS = 8;

interface TreeProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/**
 * The steps as a tree with one tab stop. The focus stays on the tree itself and the active row is
 * named to assistive technology, so that no update of the plan can take the focus away.
 */
export function StepTree({ model, screen }: TreeProps): JSX.Element {
  const { shown, view } = screen;
  const tree = useRef<HTMLUListElement>(null);
  const typeAhead = useRef(new TypeAhead());
  const [chosen, setChosen] = useState<{ readonly key: string; readonly isMove: boolean }>();
  const { rows, byId, current } = useRows(model, screen);
  const activeIndex = usePlace(rows, chosen?.key, current);
  const active = rows[activeIndex];
  model.steering.step.value = active?.step.id;
  const currentKey = rows[current]?.key;
  const isStopped = screen.activity === 'stopped';

  const act = ({ to, step, fold = [], unfold = [] }: TreeAction): void => {
    const target = step === undefined ? undefined : byId.get(step);
    const opened = [...unfold, ...(target ? ancestors(target, byId) : [])];
    const { collapsed } = model.layout.value;
    const next = [...collapsed.filter((id) => !opened.includes(id) && !fold.includes(id)), ...fold];
    if (fold.length > 0 || next.length < collapsed.length) model.setLayout({ collapsed: next });
    const key = target?.id ?? (to === undefined ? undefined : rows[to]?.key);
    if (key !== undefined) setChosen({ key, isMove: true });
  };
  const newest = useRef(act);
  newest.current = act;
  const actions = useMemo((): RowActions => {
    return {
      select: (key) => {
        setChosen({ key, isMove: true });
      },
      act: (action) => {
        newest.current(action);
      },
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const steering = screen.isLatest ? steerKey(event) : undefined;
    if (steering) {
      event.preventDefault();
      void model.steering.steer(steering);
    }
    if (steering ?? (event.ctrlKey || event.metaKey || event.altKey)) return;
    const to = nextIndex(event.key, activeIndex, rows.length, PAGE_ROWS);
    const action = to === undefined ? treeAction(event.key, rows, activeIndex) : { to };
    const found = action ? undefined : typed(event);
    if (!action && found === undefined) return;
    event.preventDefault();
    act(action ?? { ...(found !== undefined && { to: found }) });
  };
  const typed = ({ key, timeStamp }: KeyboardEvent): number | undefined =>
    typeAhead.current.find(
      key,
      timeStamp,
      activeIndex,
      rows.map(({ step }) => step.description),
    );
  const reveal = (): void => {
    document.getElementById(rowId(active?.key ?? ''))?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    // Only a move of the person's scrolls; an update leaves the page where it is.
    if (chosen?.isMove === true && document.activeElement === tree.current) reveal();
  }, [chosen]);

  return (
    <ul
      id="steps"
      ref={tree}
      class="steps"
      role="tree"
      tabIndex={0}
      aria-label={model.text('steps')}
      aria-activedescendant={active && rowId(active.key)}
      data-vscode-context={JSON.stringify({
        webviewSection: 'step',
        session: view.session,
        revision: shown.revision,
        preventDefaultContextMenuItems: true,
      })}
      onFocus={() => {
        // From now on the agent's steps do not take the person along.
        if (!chosen && active) setChosen({ key: active.key, isMove: false });
      }}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => {
        // Whoever comes by keyboard sees where they are.
        if (event.key === 'Tab') reveal();
      }}
      onCopy={(event) => {
        if (!active || getSelection()?.isCollapsed === false) return;
        event.clipboardData?.setData('text/plain', visibleText(active.step.description));
        event.preventDefault();
      }}
    >
      {rows.map((row) => (
        <StepItem
          key={row.key}
          {...{ model, row, actions }}
          current={row.key === currentKey && screen.isLatest && !isStopped}
          stopped={row.step.status === 'in_progress' && isStopped}
          since={screen.isLatest && !isStopped ? model.started.value.get(row.step.id) : undefined}
          active={row.key === active?.key}
        />
      ))}
    </ul>
  );
}

/** The rows, and the place of the step to point out: the innermost in progress that can be seen. */
function useRows(
  model: PanelModel,
  { shown: { steps }, shown }: PlanScreen,
): { rows: StepRow[]; byId: ReadonlyMap<string, PlanStep>; current: number } {
  const { collapsed } = model.layout.value;
  const before = useRef<StepRow[]>([]);
  return useMemo(() => {
    const byId = stepsById(steps);
    const rows = stepRows(steps, new Set(collapsed), before.current);
    before.current = rows;
    const step = currentStep(shown);
    const current = visibleIndex(rows, step?.status === 'in_progress' ? step : undefined, byId);
    return { rows, byId, current };
  }, [steps, collapsed]);
}

/** The row the person was on; where it is gone, its place; before any move, the current step. */
function usePlace(rows: readonly StepRow[], key: string | undefined, current: number): number {
  const last = useRef(0);
  const found = key === undefined ? current : rows.findIndex((row) => row.key === key);
  const index = found >= 0 ? found : Math.min(last.current, Math.max(0, rows.length - 1));
  last.current = index;
  return index;
}
