import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Draft } from '../../src/domain/steering/draft';
import { nextIndex } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import { rowId } from '../plan/stepItem';
import { treeAction } from '../plan/treeKeys';
import type { PlanScreen } from '../viewState';
import { useDragging } from './dragging';
import { draftRows } from './draftRows';
import { DraftStep } from './draftStep';
import { steerKey } from './steerKeys';
import type { SteeringModel } from './steeringModel';

const PAGE_ROWS = 8;

interface TreeProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
  readonly steering: SteeringModel;
  readonly draft: Draft;
}

/** The steps as they would be, to be edited by keys and by mouse; nothing of it is in the plan. */
export function DraftTree({ model, screen, steering, draft }: TreeProps): JSX.Element {
  const tree = useRef<HTMLUListElement>(null);
  const { shown } = screen;
  const { collapsed } = model.layout.value;
  const rows = useMemo(
    () => draftRows(steering, shown, draft, new Set(collapsed)),
    [shown, draft, collapsed],
  );
  const names = useMemo(() => new Map(rows.map(({ step }) => [step.id, step.description])), [rows]);
  const dragging = useDragging(steering, rows);
  const chosen = steering.step.value;
  const active = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  );
  const activeKey = rows[active]?.key;
  const fold = (folded: readonly string[], unfolded: readonly string[]): void => {
    const others = collapsed.filter((id) => !unfolded.includes(id) && !folded.includes(id));
    model.setLayout({ collapsed: [...others, ...folded] });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const undoes = isControl && (key === 'z' || key === 'y');
    if (undoes) {
      steering.steer(event.shiftKey || key === 'y' ? 'redoDraft' : 'undoDraft');
      // Elsewhere the key brings back what was deleted.
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    if (!steers(event, isControl) && (isControl || event.altKey || !moves(event))) return;
    event.preventDefault();
  };
  const steers = (event: KeyboardEvent, isControl: boolean): boolean => {
    const plain = !isControl && !event.altKey && !event.shiftKey;
    const own = plain ? { Enter: 'editStep' as const, ' ': 'completeStep' as const } : {};
    const action = steerKey(event) ?? own[event.key as keyof typeof own];
    if (!action) return false;
    if (chosen === undefined || activeKey !== chosen) steering.step.value = activeKey;
    steering.steer(action);
    return true;
  };
  const moves = ({ key }: KeyboardEvent): boolean => {
    const to = nextIndex(key, active, rows.length, PAGE_ROWS);
    const action = to === undefined ? treeAction(key, rows, active) : { to };
    if (!action) return false;
    if (action.fold ?? action.unfold) fold(action.fold ?? [], action.unfold ?? []);
    const next = action.step ?? (action.to === undefined ? undefined : rows[action.to]?.key);
    if (next !== undefined) steering.step.value = next;
    return true;
  };
  useLayoutEffect(() => {
    if (document.activeElement !== tree.current) return;
    document.getElementById(rowId(activeKey ?? ''))?.scrollIntoView({ block: 'nearest' });
  }, [activeKey, rows]);
  return (
    <ul
      id="steps"
      ref={tree}
      class="steps drafting"
      role="tree"
      tabIndex={0}
      aria-label={model.text('draftSteps')}
      aria-describedby="draft-help"
      aria-activedescendant={activeKey === undefined ? undefined : rowId(activeKey)}
      data-vscode-context={JSON.stringify({
        ...{ webviewSection: 'step', session: screen.view.session, revision: shown.revision },
        preventDefaultContextMenuItems: true,
      })}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <DraftStep
          key={row.key}
          {...{ model, steering, row, dragging }}
          typing={draft.typing?.step === row.key ? draft.typing : undefined}
          nameOf={(id) => names.get(id)}
          active={row.key === activeKey}
          onFold={(step, isFolded) => {
            if (isFolded) fold([step], []);
            else fold([], [step]);
          }}
        />
      ))}
    </ul>
  );
}
