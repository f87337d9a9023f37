import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PlanError } from '../../src/domain/planError';
import type { ToolResult } from '../../src/domain/toolResult';
import { createPlanHost } from '../../src/host/planHost';
import type { GuestCall } from '../../src/service/sessionCommand';
import { fakeLog } from './fakeLog';

/** What one call came to, as a line. */
export interface CallAnswer {
  readonly call_id: string;
  readonly ms: number;
  readonly result?: ToolResult;
  /** The code of a failure. */
  readonly failed?: string;
}

// A process of its own: planCaller <folder> <wasm file>. It says that it is ready; each line that it is
// told is a JSON list of guest calls, made one after the other and answered with a line each.
const [folder = '', wasmFile = ''] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const log = fakeLog();
const { service } = createPlanHost({ store: { kind: 'sqlite', folder }, wasmFile, clock, log });
void answerLines();

async function answerLines(): Promise<void> {
  // Everything that is loaded at first use.
  await service.snapshot('srv:none');
  writeSync(1, 'ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    for (const call of JSON.parse(line) as GuestCall[]) {
      writeSync(1, `${JSON.stringify(await answerTo(call))}\n`);
    }
  }
}

async function answerTo(call: GuestCall): Promise<CallAnswer> {
  const began = performance.now();
  const took = () => ({ call_id: call.call_id, ms: performance.now() - began });
  try {
    const result = await service.execute(call);
    return { ...took(), result };
  } catch (error) {
    return { ...took(), failed: PlanError.is(error) ? error.code : String(error) };
  }
}
