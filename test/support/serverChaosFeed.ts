import { followAll } from './chaosFollower';
import { openServerService, serverChaosPlace } from './serverChaosPlace';

// A process of its own that follows what is written on a server.
const place = serverChaosPlace();
followAll(openServerService(place), place.sessions);
