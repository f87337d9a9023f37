import { join } from 'node:path';
import { projectFolder } from '../../architecture/projectFiles';
import { extensionUnderTest } from '../../support/workbench/extensionUnderTest';
import { Product } from '../product';

let shared: Promise<Product> | undefined;
/** A story leaves no more. */
const UNSAVED = 3;
/** It tries a proposed API, and does nothing else. */
const PROBE = join(__dirname, '..', 'fixtures', 'proposalProbe');
/** What is in the workspace at first: agents, a prompt and settings that name planning tools. */
export const WORKSPACE = join(__dirname, '..', 'fixtures', 'plannedWorkspace');
/** Its chat participant works only where it is asked. */
const EXAMPLE = join(projectFolder, 'examples', 'planner');

/**
 * The window that stories with the default settings use one after the other, as a person does who keeps it
 * open all day: each begins in a new chat and puts back the settings that it changes. To start one takes some
 * twenty seconds.
 */
export async function sharedWindow(): Promise<Product> {
  const product = await openWindow();
  const { control } = product.chat;
  // What a story that failed left unsaved would be asked about.
  for (let editors = 0; editors < UNSAVED; editors++)
    await control.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await control.executeCommand('workbench.action.closeAllEditors');
  // A new chat takes the place of the one that was used last, and that may have been in a tab.
  await control.executeCommand('workbench.action.chat.open');
  await product.chat.newChat();
  // Whichever plan an earlier story chose to look at.
  await control.executeCommand('sessionPlans.followLatest');
  await product.showPanel();
  return product;
}

/** The window of the stories before, or another where that one could not be had or does not answer any more. */
async function openWindow(): Promise<Product> {
  const before = await shared?.catch(() => undefined);
  const answers = await before?.chat.control.ping().catch(() => undefined);
  if (before && answers) return before;
  await before?.workbench.stop();
  shared = Product.start({
    extensions: [extensionUnderTest(), PROBE, EXAMPLE],
    workspaceFiles: WORKSPACE,
  });
  return shared;
}

after(async () => {
  await (await shared)?.stop();
});
