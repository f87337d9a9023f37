import { answerLines } from './callLines';
import { serviceOver } from './chaosPlace';
import { openOnServer, type ServerStoreAddress } from './servers/storeOnServer';

// A process of its own that calls on a server: serverCaller <address as JSON>.
const address = JSON.parse(process.argv[2] ?? '') as ServerStoreAddress;
void answerLines(serviceOver(openOnServer(address).then(({ store }) => store)));
