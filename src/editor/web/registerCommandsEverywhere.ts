import type * as vscode from 'vscode';
import type { MaintenanceCommandsDeps } from '../commands/maintenanceCommands';
import { EVERYWHERE, registerNamed } from '../commands/namedCommands';

/** Without the commands for which there has to be a machine. */
export function registerCommandsEverywhere(deps: MaintenanceCommandsDeps): vscode.Disposable {
  return registerNamed(EVERYWHERE, deps, async (name, command) => {
    const { commandsEverywhere } = await import('../commands/commandsEverywhere');
    await commandsEverywhere[name](command);
  });
}
