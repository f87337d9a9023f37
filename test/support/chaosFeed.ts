import { followAll } from './chaosFollower';
import { chaosPlace, openChaosService } from './chaosPlace';

// A process of its own that follows what is written in one folder.
const place = chaosPlace();
followAll(openChaosService(place), place.sessions);
