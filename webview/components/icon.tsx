import type { JSX } from 'preact';

export type IconName =
  | 'pending'
  | 'in_progress'
  | 'completed'
  | 'cancelled'
  | 'blocked'
  | 'chevron'
  | 'warning'
  | 'lock'
  | 'approved'
  | 'left'
  | 'compare'
  | 'bell'
  | 'stale'
  | 'search'
  | 'filter'
  | 'pin'
  | 'compass'
  | 'folder'
  | 'chat'
  | 'trash';

const RING = 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z';
const DISC = 'M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z';
const DOT = 'M10.6 8a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0z';

/**
 * Drawn by hand in the editor's 16 px grid: a line in the colour of the text and, where there is a second
 * path, a fill under it. Always both elements, so that another icon is only another form of them.
 */
const SHAPES: Record<IconName, readonly [line: string, fill?: string]> = {
  pending: [RING],
  in_progress: [RING, DOT],
  completed: ['M5.2 8.3 7.2 10.3 10.9 6', DISC],
  cancelled: ['M3 8h10'],
  blocked: [`${RING}M12.2 3.8 3.8 12.2`],
  chevron: ['m4 6 4 4 4-4'],
  warning: ['M8 2.2 14.2 13.4H1.8zM8 6.4v3.4M8 11.2v.6'],
  bell: [
    'M3 12V10.6L4 9.2V6.8a4 4 0 0 1 5-3.9M12 9.2l1 1.4V12zM6.6 12a1.5 1.5 0 0 0 2.8 0M3 12h10',
    'M14.6 4.5a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0z',
  ],
  stale: ['M2.6 3v3.2h3.2M2.9 6.2A5.6 5.6 0 1 1 2.6 9.6M8 5.2v3.2l2.2 1.4'],
  search: ['M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14'],
  filter: ['M2 3.5h12L9.5 8.6V13l-3-1.6V8.6z'],
  pin: ['M10 2.5 13.5 6 10.8 7.2 9.6 11.3 4.7 6.4 8.8 5.2zM7.1 8.9 3 13'],
  compass: [`${RING}M10.6 5.4 9 9l-3.6 1.6L7 7z`],
  folder: ['M2 12.5v-9h4l1.5 1.7H14v7.3z'],
  chat: ['M2.5 3.5h11v7.5H7.2L4.5 13.2V11h-2z'],
  trash: ['M3 4.5h10M6.2 4.5V3h3.6v1.5M4.2 4.5l.6 8.5h6.4l.6-8.5M6.8 7v3.6M9.2 7v3.6'],
  approved: [
    'm8 1.8 1.7 1.5 2.2-.2.6 2.2 1.9 1.2-.9 2.1.4 2.2-2.1.8-1.2 1.9L8 12.9l-2.6.6-1.2-1.9-2.1-.8.4-2.2-.9-2.1 1.9-1.2.6-2.2 2.2.2zM5.4 8.1l1.8 1.8 3.4-3.6',
  ],
  left: ['M6.5 3h-4v10h4M6 8h8M11 5l3 3-3 3'],
  compare: ['M6 3H2.5v10H6M10 3h3.5v10H10M4.2 8h2.6M9.2 8h2.6M10.5 6.7v2.6'],
  lock: ['M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5'],
};

/** An icon says nothing by itself: the words for it stand beside it. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  const [line, fill = ''] = SHAPES[name];
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      <path class="icon-fill" d={fill} />
      <path d={line} />
    </svg>
  );
}
