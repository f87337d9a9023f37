import type { JSX } from 'preact';
import { isOfProgram } from '../../src/domain/programSession';
import { visibleText } from '../../src/protocol/planView';
import type { SessionRow } from '../../src/protocol/sessionRow';
import { Icon, type IconName } from '../components/icon';
import { PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';
import { type Standing, standingOf, standingText } from './sessionStanding';

const ICONS: Record<Standing, IconName> = {
  review: 'bell',
  empty: 'pending',
  done: 'completed',
  closed: 'cancelled',
  stale: 'stale',
  current: 'in_progress',
  open: 'pending',
};

interface LineProps {
  readonly model: PanelModel;
  readonly row: SessionRow;
  readonly index: number;
  /** In pixels. */
  readonly top: number;
  readonly active: boolean;
  /** The pointer is on it. */
  readonly pointed: boolean;
}

/** One session in two lines; what icons and columns say stands there in words for assistive technology. */
export function SessionLine({ model, row, index, top, active, pointed }: LineProps): JSX.Element {
  const { sessions, times, now } = model;
  const shown = sessions.following.value === row.session;
  const standing = standingOf(row, now.value);
  const note = standingText(row, standing, { texts: model, times: times.value, now: now.value });
  const [title, who] = [sessions.titleOf(row), sessions.coworkerOf(row)];
  const marks = marksOf(model, row);
  const more = marks.map((mark) => mark.text);
  if (row.total > 0) more.push(model.text('progress', row.completed, row.total));
  return (
    <div
      id={lineId(index)}
      class={`session session-${standing}${shown ? ' shown' : ''}${active ? ' active' : ''}`}
      style={{ insetBlockStart: `${String(top)}px` }}
      role="option"
      aria-selected={shown}
      aria-posinset={index + 1}
      aria-setsize={sessions.shown.value.length}
      data-vscode-context={contextOf(row)}
      onMouseEnter={() => {
        sessions.pointed.value = row.session;
      }}
      onMouseDown={() => {
        sessions.active.value = { session: row.session, index };
      }}
      onClick={() => {
        model.openSession(row.session);
      }}
    >
      <Icon name={ICONS[standing]} />
      <span class="session-title" title={visibleText(title)}>
        <PlainText text={title} />
      </span>
      <span class="session-end" aria-hidden="true" title={more.join(', ')}>
        {marks.map(({ icon }) => (
          <Icon key={icon} name={icon} />
        ))}
        {row.total > 0 && `${String(row.completed)}/${String(row.total)}`}
      </span>
      <span class="session-note" title={`${visibleText(note)} · ${visibleText(who)}`}>
        <PlainText text={note} />
        <PlainText text={who} />
      </span>
      {standing !== 'stale' && (
        <time class="session-time" dateTime={row.updated} title={times.value.full(row.updated)}>
          {times.value.short(row.updated, now.value)}
        </time>
      )}
      <span class="words">{more.map((text) => `, ${text}`)}</span>
      {pointed && <Actions model={model} row={row} />}
    </div>
  );
}

/** For the pointer alone: the keyboard has keys and the context menu for the same. */
function Actions({ model, row }: Pick<LineProps, 'model' | 'row'>): JSX.Element {
  const pin = row.pinned ? 'unpinPlan' : 'pinPlan';
  const actions = [
    ...(isOfProgram(row.session) ? [] : [['openChat', 'chat', 'goToChat'] as const]),
    [pin, 'pin', row.pinned ? 'unpinSession' : 'pinSession'],
    ['deletePlan', 'trash', 'deleteSession'],
  ] as const;
  return (
    <span class="session-actions" aria-hidden="true">
      {actions.map(([command, icon, text]) => (
        <span
          key={command}
          class="icon-button"
          title={model.text(text)}
          onClick={(event) => {
            event.stopPropagation();
            model.run(command, { session: row.session });
          }}
        >
          <Icon name={icon} />
        </span>
      ))}
    </span>
  );
}

function marksOf(model: PanelModel, row: SessionRow): { icon: IconName; text: string }[] {
  const planMode = row.planMode?.pending ?? row.planMode?.active;
  return [
    ...(row.pinned ? [{ icon: 'pin', text: model.text('rowPinned') } as const] : []),
    ...(planMode ? [{ icon: 'compass', text: model.text('filter_planMode') } as const] : []),
    ...(row.isHere ? [] : [{ icon: 'folder', text: model.text('rowElsewhere') } as const]),
  ];
}

export function lineId(index: number): string {
  return `session-${String(index)}`;
}

/** What a context menu of the editor is told of the row that it was opened on. */
export function contextOf({ session, pinned }: SessionRow): string {
  return JSON.stringify({
    ...{ webviewSection: 'session', session, pinned },
    preventDefaultContextMenuItems: true,
  });
}
