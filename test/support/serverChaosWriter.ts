import { callForever } from './chaosCaller';
import { openServerService, serverChaosPlace } from './serverChaosPlace';

// A process of its own that writes on a server.
const place = serverChaosPlace();
void callForever(openServerService(place), place);
