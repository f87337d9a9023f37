import type { SteerAction } from '../../src/protocol/steerAction';

const ACTIONS: Readonly<Record<string, SteerAction>> = {
  ...{ F2: 'editStep', Delete: 'cancelStep', Insert: 'addStep', 'Shift+Insert': 'addSubtask' },
  ...{ 'Control+Enter': 'addStep', 'Control+Shift+Enter': 'addSubtask' },
  ...{ 'Alt+ArrowUp': 'moveStepUp', 'Alt+ArrowDown': 'moveStepDown' },
};

/** What a key in the tree of steps asks of a draft. */
export function steerKey(event: KeyboardEvent): SteerAction | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const held = [ctrlKey || metaKey ? 'Control' : '', altKey && 'Alt', shiftKey && 'Shift', key];
  return ACTIONS[held.filter(Boolean).join('+')];
}
