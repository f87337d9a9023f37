import assert from 'node:assert/strict';
import { accessibilityFaults } from '../support/accessibilityFaults';
import type { PanelPage } from './panelPage';

/** Takes a picture for people, and asserts what can be found without one. */
export async function looksRight(panel: PanelPage, shot: string): Promise<void> {
  await panel.shot(shot);
  assert.deepEqual(await accessibilityFaults((expression) => panel.inPage(expression)), []);
  assert.deepEqual(await panel.violations(), []);
}
