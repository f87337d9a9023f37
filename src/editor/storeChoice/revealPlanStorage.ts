import * as vscode from 'vscode';
import type { MachineCommand } from '../commands/maintenanceCommands';
import { tellOfNone } from '../commands/sessionPick';
import { revealFolder } from '../commands/storageCommands';
import { STORE_NAMES } from './storeNames';

export async function revealPlanStorage({
  maintenance,
  stores: { choice },
}: MachineCommand): Promise<void> {
  const { folder } = await maintenance();
  if (folder === undefined) {
    const kind = choice.kind();
    const text =
      kind === 'sqlite'
        ? vscode.l10n.t('Plans are kept in memory here, so there is no folder.')
        : vscode.l10n.t(
            'Plans are kept on a {0} server, so there is no folder.',
            STORE_NAMES[kind],
          );
    void vscode.window.showInformationMessage(text);
    return;
  }
  const uri = vscode.Uri.file(folder);
  if (await isThere(uri)) await revealFolder(uri);
  else tellOfNone();
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    // The first plan makes it.
    return false;
  }
}
