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
  | 'compare';

const RING = <circle cx="8" cy="8" r="6" />;

/** Drawn by hand in the editor's 16 px grid: lines in the colour of the text, fills by style sheet. */
const SHAPES: Record<IconName, JSX.Element> = {
  pending: RING,
  in_progress: (
    <>
      {RING}
      <circle class="icon-dot" cx="8" cy="8" r="2.6" />
    </>
  ),
  completed: (
    <>
      <circle class="icon-disc" cx="8" cy="8" r="6.5" />
      <path class="icon-cut" d="M5.2 8.3 7.2 10.3 10.9 6" />
    </>
  ),
  cancelled: <path d="M3 8h10" />,
  blocked: (
    <>
      {RING}
      <path d="M12.2 3.8 3.8 12.2" />
    </>
  ),
  chevron: <path d="m4 6 4 4 4-4" />,
  warning: <path d="M8 2.2 14.2 13.4H1.8zM8 6.4v3.4M8 11.2v.6" />,
  approved: (
    <path d="m8 1.8 1.7 1.5 2.2-.2.6 2.2 1.9 1.2-.9 2.1.4 2.2-2.1.8-1.2 1.9L8 12.9l-2.6.6-1.2-1.9-2.1-.8.4-2.2-.9-2.1 1.9-1.2.6-2.2 2.2.2zM5.4 8.1l1.8 1.8 3.4-3.6" />
  ),
  left: <path d="M6.5 3h-4v10h4M6 8h8M11 5l3 3-3 3" />,
  compare: <path d="M6 3H2.5v10H6M10 3h3.5v10H10M4.2 8h2.6M9.2 8h2.6M10.5 6.7v2.6" />,
  lock: <path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />,
};

/** An icon says nothing by itself: the words for it stand beside it. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  );
}
