import type { JSX } from 'preact';
import type { PlanModeState } from '../../src/protocol/planView';
import type { ViewStringKey } from '../../src/protocol/viewStringKeys';
import type { PanelModel } from '../panelModel';

interface SwitchProps {
  readonly model: PanelModel;
  readonly mode: PlanModeState;
}

/** Shows what is selected; that `pending` is there is what tells of a change on its way. */
export function PlanModeSwitch({ model, mode }: SwitchProps): JSX.Element {
  const { active, pending } = mode;
  const isOn = pending ?? active;
  const { isSelecting, hasFailed } = model.planMode;
  return (
    <>
      {/* Not `disabled`, which would take the keyboard away. */}
      <button
        type="button"
        role="switch"
        class={pending === undefined ? 'tag mode' : 'tag mode pending'}
        aria-checked={isOn}
        aria-disabled={isSelecting.value}
        onClick={() => {
          void model.selectPlanMode(!isOn);
        }}
      >
        {model.text(modeText(mode))}
      </button>
      {hasFailed.value && (
        <span class="mode-failed" role="alert">
          {model.text('modeFailed')}
        </span>
      )}
    </>
  );
}

export function modeText({ pending }: PlanModeState): ViewStringKey {
  if (pending === undefined) return 'modeActive';
  return pending ? 'modeEnters' : 'modeLeaves';
}
