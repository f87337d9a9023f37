import { commandsEverywhere } from './commandsEverywhere';
import type { MachineCommand } from './maintenanceCommands';
import { connectAgent } from '../otherAgents/connectAgent';
import { chooseStore } from '../storeChoice/chooseStore';
import { revealPlanStorage } from '../storeChoice/revealPlanStorage';

/** What people do now and then: loaded with the first of them, so that starting does not wait for it. */
export const commandsOnDemand = {
  ...commandsEverywhere,
  ...{ chooseStore, connectAgent, revealPlanStorage },
} satisfies Record<string, (command: MachineCommand) => Promise<void>>;

export type CommandsOnDemand = typeof commandsOnDemand;
