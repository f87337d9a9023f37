import type { JSX } from 'preact';
import { PlainText } from '../components/plainText';
import { DETAILS, type DetailsProps, who } from './revisionOrigin';

/**
 * Who wrote the revision on the screen, and when. The browser opens it over everything, closes it with
 * Escape, and gives the focus back.
 */
export function RevisionDetails({ model, screen }: DetailsProps): JSX.Element {
  const { view, shown, shownAt } = screen;
  const { times } = model;
  const full = (iso: string): string => times.value.full(iso);
  const line = view.revisions.find(({ revision }) => revision === shown.revision);
  const approval = view.reviews.find(
    ({ revision, outcome }) => revision === view.approved && outcome === 'approved',
  );
  const approved = [
    view.approved !== null && model.text('revision', view.approved),
    approval && full(approval.at),
  ];
  const rows = [
    ['detail_by', who(model, screen)],
    ['detail_when', full(shownAt)],
    ['detail_tool', line?.name],
    ['detail_turn', shown.turn_id],
    ['detail_call', shown.call_id],
    ['detail_approved', approved.filter(Boolean).join(' · ')],
  ] as const;
  return (
    <dl id={DETAILS} class="details" popover="auto" aria-label={model.text('details')}>
      {rows.map(
        ([key, value]) =>
          Boolean(value) && (
            <div key={key}>
              <dt>{model.text(key)}</dt>
              <dd>
                <PlainText text={value ?? ''} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
