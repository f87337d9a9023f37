import { writeSync } from 'node:fs';
import { openOnServer, type ServerStoreAddress } from './servers/storeOnServer';

// A process of its own that writes a line for each change that it is told of: serverListener <address as JSON>.
const address = JSON.parse(process.argv[2] ?? '') as ServerStoreAddress;
void openOnServer(address).then(({ store }) => {
  store.watch((session) => {
    writeSync(1, `${session}\n`);
  });
});
