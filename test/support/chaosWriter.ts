import { callForever } from './chaosCaller';
import { chaosPlace, openChaosService } from './chaosPlace';

// A process of its own that writes in one folder.
const place = chaosPlace();
void callForever(openChaosService(place), place);
