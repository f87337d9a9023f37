import type { Action } from './action';
import { chatting } from './chatting';
import { interrupted } from './interrupted';
import { oddInput } from './oddInput';
import { outside } from './outside';
import { panel } from './panel';
import { planMode } from './planMode';
import { settings } from './settings';
import { stores } from './stores';
import { tiedSteps } from './tiedSteps';
import { windows } from './windows';
import { writing } from './writing';

export const allActions: readonly Action[] = [
  ...writing,
  ...oddInput,
  ...chatting,
  ...interrupted,
  ...tiedSteps,
  ...planMode,
  ...panel,
  ...windows,
  ...outside,
  ...settings,
  ...stores,
];
