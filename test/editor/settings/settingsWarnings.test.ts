import assert from 'node:assert/strict';
import type { NameClash } from '../../../src/editor/settings/nameClash';
import type { registerSettingsWarnings } from '../../../src/editor/settings/settingsWarnings';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';
import { fakeSettings } from './fakeSettings';

const CLASHES: readonly NameClash[] = [{ name: 'write_plan', from: 'other.planner' }];

async function openWarnings(
  clashes: readonly NameClash[] = [],
  pressed?: string,
  remoteName?: string,
) {
  const settings = fakeSettings();
  const said: string[] = [];
  const opened: unknown[][] = [];
  const { vscode } = fakeVscode();
  const module = await loadWithVscode<{
    registerSettingsWarnings: typeof registerSettingsWarnings;
  }>('src/editor/settings/settingsWarnings.ts', {
    ...vscode,
    env: { remoteName },
    workspace: settings.workspace,
    window: {
      showWarningMessage: (text: string, ...buttons: string[]) => {
        said.push(text);
        return Promise.resolve(buttons.find((button) => button === pressed));
      },
    },
    commands: {
      executeCommand: (...call: unknown[]) => {
        opened.push(call);
        return Promise.resolve();
      },
    },
  });
  return {
    ...settings,
    start: () => module.registerSettingsWarnings(clashes),
    /** What was said since the last time. */
    heard: () => said.splice(0),
    opened,
  };
}

describe('warnings about settings', () => {
  it('name a tool that does not exist and what is allowed, once', async () => {
    const { start, change, heard } = await openWarnings();
    change('tools', ['update_plan', 'todo']);
    start();
    const [text = '', ...more] = heard();
    assert.match(text, /no planning tool: todo\. Allowed: update_plan, read_plan, write_plan/);
    assert.deepEqual(more, []);
    change('singleInProgress', 'strict');
    change('tools', ['todo', 'update_plan']);
    assert.deepEqual(heard(), []);
  });

  it('come while the settings are edited, and again after it was put right and broken again', async () => {
    const { start, change, heard } = await openWarnings();
    start();
    assert.deepEqual(heard(), []);
    for (let round = 0; round < 2; round += 1) {
      change('tools', ['todo']);
      assert.equal(heard().length, 1);
      change('tools', ['update_plan']);
      assert.deepEqual(heard(), []);
    }
    // One mistake put right while another is made is put right, too.
    for (const name of ['todo', 'plan', 'todo']) {
      change('tools', [name]);
      assert.equal(heard().length, 1, name);
    }
  });

  it('lead to the setting that they are about, if the person wants', async () => {
    const { start, change, opened } = await openWarnings([], 'Open Settings');
    start();
    for (const [name, value] of [
      ['tools', ['todo']],
      ['subtasks', 'yes'],
    ] as const) {
      change(name, value);
      await Promise.resolve();
      await Promise.resolve();
      const call = ['workbench.action.openSettings', `sessionPlans.${name}`];
      assert.deepEqual(opened.splice(0), [call]);
      change(name, undefined);
    }
    const dismissed = await openWarnings();
    dismissed.change('tools', ['todo']);
    dismissed.start();
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(dismissed.opened, []);
  });

  it('lead to the page of the remote machine in a remote window, where such a setting is', async () => {
    const { start, change, opened } = await openWarnings([], 'Open Settings', 'ssh-remote');
    change('tools', ['todo']);
    start();
    await Promise.resolve();
    await Promise.resolve();
    const call = ['workbench.action.openRemoteSettings', { query: 'sessionPlans.tools' }];
    assert.deepEqual(opened, [call]);
  });

  it('tell of a clash only where the settings offer that tool', async () => {
    const { start, change, heard } = await openWarnings(CLASHES);
    start();
    assert.deepEqual(heard(), []);
    change('tools', ['update_plan', 'write_plan']);
    const [text = '', ...more] = heard();
    assert.match(text, /write_plan.*other\.planner/);
    assert.deepEqual(more, []);
    change('subtasks', true);
    assert.deepEqual(heard(), []);
    change('tools', undefined);
    change('tools', ['write_plan', 'todo']);
    assert.equal(heard().length, 2);
    change('enabled', false);
    change('tools', ['write_plan']);
    assert.deepEqual(heard(), []);
  });

  it('end with the extension', async () => {
    const { start, listening } = await openWarnings();
    start().dispose();
    assert.equal(listening(), 0);
  });
});
