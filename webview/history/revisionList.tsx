import { Fragment, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RevisionHeader } from '../../src/protocol/planView';
import { changeText } from './changeText';
import { nextIndex } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { windowRange } from '../windowRange';

/** Height of a line in pixels; the style sheet takes it from here. */
const ROW = 22;
const PAGE_ROWS = 4;

interface ListProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** All revisions, newest first, of which only the visible ones are drawn. Enter or a click opens one. */
export function RevisionList({ model, screen }: ListProps): JSX.Element {
  const { revisions } = screen.view;
  const [active, setActive] = useState<number>();
  const [scroll, setScroll] = useState({ top: 0, height: 6 * ROW });
  const list = useRef<HTMLDivElement>(null);
  const newest = useRef(revisions[0]?.revision);
  const found = revisions.findIndex((line) => line.revision === (active ?? screen.shown.revision));
  const activeIndex = Math.max(0, found);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // New lines come in at the top: what the person looks at further down stays where it is.
    const added = revisions.findIndex((line) => line.revision === newest.current);
    newest.current = revisions[0]?.revision;
    if (added > 0 && element.scrollTop > 0) element.scrollTop += added * ROW;
    if (element.clientHeight !== scroll.height) {
      setScroll({ top: element.scrollTop, height: element.clientHeight });
    }
  }, [revisions]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = revisions[activeIndex];
    if (line && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      void model.history.open(line.revision);
      return;
    }
    const target = nextIndex(event.key, activeIndex, revisions.length, PAGE_ROWS);
    if (target === undefined) return;
    event.preventDefault();
    setActive(revisions[target]?.revision);
    if (list.current) reveal(list.current, target);
  };
  const { start, end } = windowRange(scroll.top, scroll.height, ROW, revisions.length);
  // The active line is always drawn: assistive technology is pointed to it.
  const outside = activeIndex < start || activeIndex >= end;
  const drawn = [...range(start, end), ...(outside ? [activeIndex] : [])];

  return (
    <div
      id="revisions"
      ref={list}
      class="revisions"
      role="listbox"
      tabIndex={0}
      aria-label={model.text('revisions')}
      aria-activedescendant={revisions.length > 0 ? lineId(revisions[activeIndex]) : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setScroll({ top: scrollTop, height: clientHeight });
      }}
    >
      <div class="revisions-all" role="presentation" style={{ blockSize: px(revisions.length) }}>
        {drawn.map((index) => {
          const line = revisions[index];
          if (!line) return null;
          return (
            <RevisionLine
              key={line.revision}
              {...{ model, screen, line, index }}
              active={index === activeIndex}
              onOpen={() => {
                setActive(line.revision);
                void model.history.open(line.revision);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface LineProps extends ListProps {
  readonly line: RevisionHeader;
  readonly index: number;
  readonly active: boolean;
  readonly onOpen: () => void;
}

function RevisionLine({ model, screen, line, index, active, onOpen }: LineProps): JSX.Element {
  const parts = changeText(model, line.changes);
  const summary = parts.map((part) => part.text).join(', ');
  const time = model.times.value.show(line.at, model.now.value);
  const name = model.text('revision', line.revision);
  const shown = line.revision === screen.shown.revision;
  return (
    <div
      id={lineId(line)}
      class={`revision${shown ? ' shown' : ''}${active ? ' active' : ''}`}
      style={{ insetBlockStart: px(index), blockSize: px(1) }}
      role="option"
      aria-selected={shown}
      aria-posinset={index + 1}
      aria-setsize={screen.view.revisions.length}
      title={`${name}: ${summary}\n${time.full}`}
      onClick={onOpen}
    >
      <span class="words">{`${name}, `}</span>
      <span class="revision-number" aria-hidden="true">
        {line.revision}
      </span>
      <span class="revision-changes">
        {parts.map((part, place) => (
          <Fragment key={place}>
            {place > 0 && ', '}
            <span class={`tone-${part.tone}`}>{part.text}</span>
          </Fragment>
        ))}
      </span>
      <span class="words">, </span>
      <time class="revision-time" dateTime={line.at}>
        {time.short}
      </time>
    </div>
  );
}

function lineId(line: RevisionHeader | undefined): string {
  return `revision-${String(line?.revision ?? 0)}`;
}

function px(rows: number): string {
  return `${String(rows * ROW)}px`;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, place) => start + place);
}

/** By arithmetic, since the row may not be drawn yet. */
function reveal(element: HTMLElement, index: number): void {
  const top = index * ROW;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + ROW > element.scrollTop + element.clientHeight) {
    element.scrollTop = top + ROW - element.clientHeight;
  }
}
