import type { JSX } from 'preact';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { driftSince } from './drift';
import { PlanModeSwitch } from './planModeSwitch';

/** What a person decided about the plan: its mode, and whether it was approved as it is. */
export function PlanChips(props: { model: PanelModel; screen: PlanScreen }): JSX.Element | null {
  const { model, screen } = props;
  const mode = model.planMode.state.value ?? screen.view.planMode;
  const approved = approvedText(model, screen);
  const review = model.sessions.review.value;
  if (!mode && approved === undefined && review === undefined) return null;
  return (
    <div class="tags">
      {mode && <PlanModeSwitch {...{ model, mode }} />}
      {review !== undefined && <span class="tag">{model.text('rowReview', review)}</span>}
      {approved !== undefined && <span class="tag">{approved}</span>}
    </div>
  );
}

function approvedText(model: PanelModel, { view, shown }: PlanScreen): string | undefined {
  const { approved, plan, revisions } = view;
  if (approved === null) return undefined;
  if (approved === shown.revision) return model.text('approved');
  const drift = driftSince(approved, plan?.revision ?? approved, revisions);
  const at = model.text('approvedAt', approved);
  if (drift === 0) return at;
  return `${at} · ${drift === 1 ? model.text('driftOne') : model.text('drift', drift)}`;
}
