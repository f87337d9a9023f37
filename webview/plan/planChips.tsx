import type { JSX } from 'preact';
import type { PlanModeState } from '../../src/protocol/planView';
import type { ViewStringKey } from '../../src/protocol/viewStringKeys';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';
import { driftSince } from './drift';

/** What a person decided about the plan: its mode, and whether it was approved as it is. */
export function PlanChips(props: { model: PanelModel; screen: PlanScreen }): JSX.Element | null {
  const { model, screen } = props;
  const mode = modeKey(screen.view.planMode);
  const approved = approvedText(model, screen);
  if (!mode && approved === undefined) return null;
  return (
    <p class="tags">
      {mode && <span class="tag strong">{model.text(mode)}</span>}
      {approved !== undefined && <span class="tag">{approved}</span>}
    </p>
  );
}

/** That `pending` is there is what tells of a change on its way; its value is where it leads. */
function modeKey(mode: PlanModeState | null): ViewStringKey | undefined {
  if (mode?.pending !== undefined) return mode.pending ? 'modeEnters' : 'modeLeaves';
  return mode?.active === true ? 'modeActive' : undefined;
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
