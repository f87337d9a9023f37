import type * as vscode from 'vscode';
import type { MaintenanceCommandsDeps } from '../maintenanceCommands';
import { EVERYWHERE, registerNamed } from '../namedCommands';

/** Without the commands for which there has to be a machine. */
export function registerCommandsEverywhere(deps: MaintenanceCommandsDeps): vscode.Disposable {
  return registerNamed(EVERYWHERE, deps, async (name, command) => {
    const { commandsEverywhere } = await import('../commandsEverywhere');
    await commandsEverywhere[name](command);
  });
}
