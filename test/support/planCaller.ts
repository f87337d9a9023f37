import { createPlanHost } from '../../src/host/planHost';
import { answerLines } from './callLines';
import { fakeLog } from './fakeLog';

// A process of its own that calls in one folder: planCaller <folder> <wasm file>.
const [folder = '', wasmFile = ''] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const log = fakeLog();
const { service } = createPlanHost({ store: { kind: 'sqlite', folder }, wasmFile, clock, log });
void answerLines(service);
