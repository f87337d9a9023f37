import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReviewMark } from '../../src/protocol/planView';
import { nextIndex } from '../listNavigation';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { windowRange } from '../windowRange';
import { LINE_HEIGHT, lineId, linePixels, menuContext, RevisionLine } from './revisionLine';

const PAGE_ROWS = 4;
/** The list is a few lines high; each line drawn is work for every update. */
const OVERSCAN = 4;
/** Older lines are fetched when fewer than these are left below. */
const AHEAD = 40;

interface ListProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/**
 * All revisions, newest first, of which only the visible ones are drawn. Enter or a click opens one;
 * with Shift, or Ctrl and a click, it is compared with what is on the screen.
 */
export function RevisionList({ model, screen }: ListProps): JSX.Element {
  const { history } = model;
  const lines = history.lines.all.value;
  const more = history.lines.more.value;
  const place = history.place.value;
  const comparison = history.comparison.value;
  const { session } = screen.view;
  const [active, setActive] = useState<number>();
  const [scroll, setScroll] = useState({ top: 0, height: 6 * LINE_HEIGHT });
  const list = useRef<HTMLDivElement>(null);
  const newest = useRef(lines[0]?.revision);
  const reviews = useMemo(() => newestByRevision(screen.view.reviews), [screen.view.reviews]);
  const shown = comparison
    ? [comparison.to.plan.revision, comparison.from.plan.revision]
    : [screen.shown.revision];
  const found = lines.findIndex((line) => line.revision === (active ?? shown[0]));
  const activeIndex = Math.max(0, found);
  const activeLine = lines[activeIndex];

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    // New lines come in at the top: what the person looks at further down stays where it is.
    const added = lines.findIndex((line) => line.revision === newest.current);
    newest.current = lines[0]?.revision;
    const looksBack = !screen.isLatest || comparison !== undefined;
    // To ask the element for its place would lay the whole page out, now and for each update.
    if (added > 0 && (looksBack || scroll.top > 0)) element.scrollTop += added * LINE_HEIGHT;
  }, [lines]);
  useLayoutEffect(() => {
    const watched = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      setScroll((last) => (last.height === height ? last : { ...last, height }));
    });
    if (list.current) watched.observe(list.current);
    return () => {
      watched.disconnect();
    };
  }, []);
  const placeIndex = lines.findIndex((line) => line.revision === place);
  useLayoutEffect(() => {
    // The list goes along with the timeline, also when the line comes later.
    if (placeIndex < 0) return;
    setActive(place);
    if (list.current) reveal(list.current, placeIndex, more ? 1 : 0);
  }, [place, placeIndex < 0]);
  const { start, end } = windowRange(
    scroll.top,
    scroll.height,
    LINE_HEIGHT,
    lines.length,
    OVERSCAN,
  );
  const nearEnd = more && end + AHEAD > lines.length;
  useLayoutEffect(() => {
    if (nearEnd && history.lines.fetching.peek() === 'no') void history.lines.fetch();
  }, [nearEnd, lines.length]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (activeLine && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      const compares = event.shiftKey || event.ctrlKey || event.metaKey;
      if (compares) void history.compareWithShown(activeLine.revision);
      else void history.open(activeLine.revision);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = nextIndex(event.key, activeIndex, lines.length, PAGE_ROWS);
    if (target === undefined) return;
    event.preventDefault();
    setActive(lines[target]?.revision);
    if (list.current) reveal(list.current, target, more ? 1 : 0);
  };
  // The active line is always drawn: assistive technology is pointed to it.
  const outside = activeIndex < start || activeIndex >= end;
  const drawn = [...range(start, end), ...(outside ? [activeIndex] : [])];
  const places = lines.length + (more ? 1 : 0);

  return (
    <div
      id="revisions"
      ref={list}
      class="revisions"
      role="listbox"
      tabIndex={0}
      aria-label={model.text('revisions')}
      aria-multiselectable={comparison ? true : undefined}
      aria-activedescendant={activeLine && lineId(activeLine.revision)}
      data-vscode-context={activeLine && menuContext(session, activeLine.revision)}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget;
        setScroll({ top: scrollTop, height: clientHeight });
      }}
    >
      <div class="revisions-all" role="presentation" style={{ blockSize: linePixels(places) }}>
        <div class="revisions-lines" role="presentation">
          {drawn.map((index) => {
            const line = lines[index];
            if (!line) return null;
            const { revision } = line;
            return (
              <RevisionLine
                key={revision}
                {...{ model, session, line, index, review: reviews.get(revision) }}
                count={more ? (screen.view.revisions[0]?.revision ?? lines.length) : lines.length}
                below={places - 1 - index}
                shown={shown.includes(revision)}
                active={index === activeIndex}
                onOpen={() => {
                  setActive(revision);
                  void history.open(revision);
                }}
                onCompare={() => {
                  setActive(revision);
                  void history.compareWithShown(revision);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function newestByRevision(reviews: readonly ReviewMark[]): ReadonlyMap<number, ReviewMark> {
  return new Map([...reviews].reverse().map((review) => [review.revision, review]));
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, place) => start + place);
}

/** By arithmetic, since the line may not be drawn yet; with so many lines below it. */
function reveal(element: HTMLElement, index: number, below: number): void {
  const top = index * LINE_HEIGHT;
  const bottom = top + (1 + below) * LINE_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (bottom > element.scrollTop + element.clientHeight) {
    element.scrollTop = bottom - element.clientHeight;
  }
}
