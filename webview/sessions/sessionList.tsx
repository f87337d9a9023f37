import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../../src/protocol/sessionRow';
import { nextIndex, TypeAhead } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import { windowRange } from '../windowRange';
import { contextOf, lineId, SessionLine } from './sessionLine';

/** Rows drawn above and below the visible ones: fewer than elsewhere, as they are higher. */
const OVERSCAN = 4;

/** Height of a row in pixels; the style sheet takes it from here. */
const ROWS = { comfortable: 46, compact: 40 };

/**
 * The sessions as a list with one tab stop, of which only the visible rows are drawn. Enter or a click
 * opens one. The rows keep their places while the keyboard or the pointer is in the list, or while it
 * is scrolled.
 */
export function SessionList({ model }: { model: PanelModel }): JSX.Element {
  const { sessions } = model;
  const rows = sessions.shown.value;
  const rowHeight = ROWS[model.settings.value.density];
  const list = useRef<HTMLDivElement>(null);
  const typeAhead = useRef(new TypeAhead());
  const [scroll, setScroll] = useState({ top: sessions.scrollTop, height: innerHeight });
  const activeIndex = sessions.activeIndex.value;

  const measure = (): void => {
    if (!list.current) return;
    const { scrollTop: top, clientHeight: height } = list.current;
    sessions.scrollTop = top;
    setScroll({ top, height });
    stand(model, document.activeElement);
  };
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = sessions.scrollTop;
    measure();
  }, [sessions.query.value, sessions.filters.value]);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    const onFocus = ({ target, type, relatedTarget }: FocusEvent): void => {
      stand(model, type === 'focusin' ? target : relatedTarget);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onFocus);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onFocus);
      sessions.stand(false);
    };
  }, []);

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row) sessions.active.value = { session: row.session, index };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[activeIndex];
    if (row && runKey(model, event, row)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(scroll.height / rowHeight) - 1);
    const target =
      nextIndex(event.key, activeIndex, rows.length, page) ??
      typeAhead.current.find(
        event.key,
        event.timeStamp,
        activeIndex,
        rows.map((each) => sessions.titleOf(each)),
      );
    if (target === undefined) return;
    event.preventDefault();
    moveTo(target);
    reveal(list.current, target, rowHeight);
  };
  const { start, end } = windowRange(scroll.top, scroll.height, rowHeight, rows.length, OVERSCAN);
  // The active row is always drawn: assistive technology is pointed to it.
  const outside = activeIndex < start || activeIndex >= end;
  const drawn = [...rows.slice(start, end).keys()].map((place) => start + place);
  if (outside) drawn.push(activeIndex);
  const active = rows[activeIndex];

  return (
    <div
      id="sessions"
      ref={list}
      class="sessions"
      role="listbox"
      tabIndex={0}
      aria-label={model.text('allSessions')}
      aria-activedescendant={lineId(activeIndex)}
      aria-keyshortcuts="Enter Control+Enter F2 Delete"
      data-vscode-context={active && contextOf(active)}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        openMenu(event, activeIndex);
      }}
      onScroll={measure}
      onFocus={() => {
        if (list.current?.matches(':focus-visible')) reveal(list.current, activeIndex, rowHeight);
      }}
      onMouseEnter={measure}
      onMouseLeave={() => {
        sessions.pointed.value = undefined;
        measure();
      }}
    >
      <div
        class="sessions-all"
        role="presentation"
        style={{ '--row': `${String(rowHeight)}px`, '--rows': String(rows.length) }}
      >
        {drawn.map((index) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <SessionLine
              key={row.session}
              {...{ model, row, index }}
              top={index * rowHeight}
              active={index === activeIndex}
              pointed={row.session === sessions.pointed.value}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Keys that do something with a row; whether this was one. */
function runKey(model: PanelModel, event: KeyboardEvent, { session }: SessionRow): boolean {
  const isPrimary = event.ctrlKey || event.metaKey;
  if (event.altKey || event.shiftKey) return false;
  if (event.key === 'Enter' && isPrimary) model.run('openChat', { session });
  else if (event.key === 'Enter') model.openSession(session);
  else if (event.key === 'f' && isPrimary) document.getElementById('search')?.focus();
  else if (event.key === 'F2') model.run('renamePlan', { session });
  else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey)) {
    model.run('deletePlan', { session });
  } else return false;
  return true;
}

/** Somebody has scrolled, points into the list, or is in it by keyboard or on the way to sort it. */
function stand({ sessions }: PanelModel, focused: EventTarget | null): void {
  const list = document.getElementById('sessions');
  const isIn = focused instanceof Element && focused.matches('#sessions, #sort-again');
  sessions.stand(list !== null && (list.scrollTop > 0 || list.matches(':hover') || isIn));
}

/** The menu key opens the menu at the list, which has the focus: it belongs to the active row. */
function openMenu(event: MouseEvent, activeIndex: number): void {
  const row = document.getElementById(lineId(activeIndex));
  if (event.target !== event.currentTarget || !row) return;
  event.preventDefault();
  event.stopPropagation();
  const { left, top, height } = row.getBoundingClientRect();
  const place = { clientX: left + height, clientY: top + height / 2 };
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }));
}

/** By arithmetic, since the row may not be drawn yet. */
function reveal(list: HTMLElement | null, index: number, rowHeight: number): void {
  if (!list) return;
  const top = index * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + rowHeight - list.clientHeight;
  }
}
