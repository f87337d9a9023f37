import type { PlanService } from '../../src/service/planService';
import { serviceOver, type ChaosSessions } from './chaosPlace';
import { openOnServer, type ServerStoreAddress } from './servers/storeOnServer';

export interface ServerChaosPlace extends ChaosSessions {
  readonly address: ServerStoreAddress;
}

export function serverChaosPlace(): ServerChaosPlace {
  return JSON.parse(process.argv[2] ?? '') as ServerChaosPlace;
}

export function openServerService({ address }: ServerChaosPlace): PlanService {
  return serviceOver(openOnServer(address).then(({ store }) => store));
}
