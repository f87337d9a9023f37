import { Fragment, type JSX } from 'preact';
import type { ReviewMark, RevisionHeader } from '../../src/protocol/planView';
import { Icon, type IconName } from '../components/icon';
import type { PanelModel } from '../panelModel';
import { backText, changeText } from './changeText';

/** Height of a line in pixels. */
export const LINE_HEIGHT = 22;

const REVIEW_ICONS: Record<ReviewMark['outcome'], IconName> = {
  approved: 'approved',
  left: 'left',
  kept_planning: 'compass',
};

interface ContentProps {
  readonly model: PanelModel;
  readonly line: RevisionHeader;
  /** What a person answered last when asked about it. */
  readonly review: ReviewMark | undefined;
}

interface LineProps extends ContentProps {
  readonly session: string;
  readonly index: number;
  readonly count: number;
  /** How many lines stand below it: when newer ones come it stays where it is, seen from there. */
  readonly below: number;
  readonly shown: boolean;
  readonly active: boolean;
  readonly onOpen: () => void;
  readonly onCompare: () => void;
}

/** A revision at its place in the list. */
export function RevisionLine(props: LineProps): JSX.Element {
  const { session, line, index, count, below, shown, active, onOpen, onCompare } = props;
  return (
    <div
      id={lineId(line.revision)}
      class={`revision${shown ? ' shown' : ''}${active ? ' active' : ''}`}
      style={{ insetBlockEnd: linePixels(below), blockSize: linePixels(1) }}
      role="option"
      aria-selected={shown}
      aria-posinset={index + 1}
      aria-setsize={count}
      data-vscode-context={menuContext(session, line.revision)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) onCompare();
        else onOpen();
      }}
    >
      <LineContent model={props.model} line={line} review={props.review} />
    </div>
  );
}

/** Its number, what a person said of it, what it did, and when; drawn again only for something new. */
function LineContent({ model, line, review }: ContentProps): JSX.Element {
  const said = review && model.text(`review_${review.outcome}`);
  const nothingElse = said !== undefined && line.changes?.length === 0;
  const back = line.back === undefined ? [] : [backText(model, line.back)];
  const parts = [...back, ...(nothingElse ? [] : changeText(model, line.changes))];
  const summary = [...(said === undefined ? [] : [said]), ...parts.map(({ text }) => text)];
  const times = model.times.value;
  const name = model.text('revision', line.revision);
  return (
    <span
      class="revision-content"
      title={`${name}: ${summary.join(', ')}\n${times.full(line.at)}\n${model.text('compareTip')}`}
    >
      <span class="words">{`${name}, `}</span>
      <span class="revision-number" aria-hidden="true">
        {line.revision}
      </span>
      <span class="revision-changes">
        {review && (
          <span class="revision-review">
            <Icon name={REVIEW_ICONS[review.outcome]} />
            {said}
          </span>
        )}
        {parts.map((part, place) => (
          <Fragment key={place}>
            {(place > 0 || review) && ', '}
            <span class={`tone-${part.tone}`}>{part.text}</span>
          </Fragment>
        ))}
      </span>
      <span class="words">, </span>
      <time class="revision-time" dateTime={line.at}>
        {times.short(line.at, model.now.value)}
      </time>
      {line.revision > 1 && (
        // For the mouse alone; the keyboard has Shift+Enter, and buttons once the revision is open.
        <span
          class="revision-compare"
          aria-hidden="true"
          title={model.text('comparePrevious')}
          onClick={(event) => {
            event.stopPropagation();
            void model.history.compare(line.revision - 1, line.revision);
          }}
        >
          <Icon name="compare" />
        </span>
      )}
    </span>
  );
}

export function lineId(revision: number): string {
  return `revision-${String(revision)}`;
}

export function linePixels(lines: number): string {
  return `${String(lines * LINE_HEIGHT)}px`;
}

/** What the editor's context menu is told of a revision. */
export function menuContext(session: string, revision: number): string {
  const preventDefaultContextMenuItems = true;
  return JSON.stringify({
    webviewSection: 'revision',
    ...{ session, revision, preventDefaultContextMenuItems },
  });
}
