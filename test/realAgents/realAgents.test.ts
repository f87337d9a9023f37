import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverStart } from '../../src/editor/otherAgents/serverStart';
import { createPlanHost, type PlanHost } from '../../src/host/planHost';
import { attach } from '../../src/service/eventFeed';
import { projectFolder } from '../architecture/projectFiles';
import { step } from '../domain/planFixtures';
import { fakeLog } from '../support/fakeLog';
import { installedTool } from './installedTool';
import type { ScriptedCall } from './modelWires';
import { otherAgent, REAL_AGENTS, type AgentPlace, type RealAgent } from './realAgents';
import { ScriptedModel } from './scriptedModel';

const DIST = join(projectFolder, 'dist');

function update(revision: number): ScriptedCall {
  const steps = [step('look', { status: revision > 0 ? 'completed' : 'pending' }), step('tell')];
  return { name: 'update_plan', arguments: { expected_revision: revision, steps } };
}

/** For those that tell no server which conversation it is for: the plan that a person named. */
const NAMED = 'release';

const READ: ScriptedCall = { name: 'read_plan', arguments: {} };

for (const agent of REAL_AGENTS) {
  describe(`${agent.name}, with what is copied for it and a scripted model`, function () {
    this.timeout(180_000);
    const { namesConversation } = otherAgent(agent.name);
    const opening = namesConversation ? `mcp:${agent.client}:` : `mcp:${NAMED}`;
    let file: string;
    let model: ScriptedModel;
    let place: AgentPlace;
    let window: PlanHost;
    before(async function () {
      this.timeout(600_000);
      file = await installedTool(agent.tool);
      model = await ScriptedModel.start();
      const home = mkdtempSync(join(tmpdir(), 'session-plans-agent-'));
      mkdirSync(join(home, 'workspace'));
      const folder = join(home, 'plans');
      const start = await serverStart({
        ...{ serverFile: join(DIST, 'server.cjs'), session: namesConversation ? undefined : NAMED },
        address: `sqlite:${folder}`,
      });
      place = { home, modelUrl: model.url, start };
      const wasmFile = join(DIST, 'sql-wasm.wasm');
      window = createPlanHost({
        ...{ store: { kind: 'sqlite', folder }, wasmFile, log: fakeLog() },
        clock: { now: () => Date.now() },
      });
    });
    after(async () => {
      await window.dispose();
      model.close();
      rmSync(place.home, { recursive: true, force: true, maxRetries: 5 });
    });

    const work = (prompt: string, resumed?: string) => worked(agent, file, place, prompt, resumed);

    /** The only one that there is. */
    async function session(): Promise<{ key: string; revision: number; coworker: string }> {
      const { sessions, unreadable } = await window.service.list({}, { limit: 10 });
      assert.deepEqual([sessions.length, unreadable], [1, []]);
      return sessions[0]!;
    }

    it('keeps a plan over several turns and a resume, in one session, live', async () => {
      model.script(update(0), READ, 'All done.');
      await work('Make a plan');
      const { key, revision, coworker } = await session();
      assert.deepEqual([revision, coworker], [1, agent.client]);
      assert.ok(key.startsWith(opening));
      if (!namesConversation) assert.equal(key, opening);
      // The model was shown what came of its calls, whole.
      assert.match(model.seen.at(-1)?.body ?? '', /Plan revision 1: 2 steps, 0 completed/);
      assert.match(model.seen.at(-1)?.body ?? '', /Current plan \(revision 1\)/);

      const id = key.slice(opening.length);
      const attachment = await attach(window.service, key);
      const seen = (async () => {
        for await (const item of attachment) if (item.kind === 'event') return item.event.type;
        return undefined;
      })();
      model.script(update(1), update(1), 'All done.');
      const ended = work('Go on', id);
      assert.equal(await Promise.race([seen, ended.then(() => 'ended')]), 'plan_updated');
      await ended;
      attachment.dispose();
      assert.equal((await session()).revision, 2);
      assert.ok(model.seen.some(({ body }) => body.includes('Make a plan')));
      // The second write was based on a revision that is none any more.
      assert.match(model.seen.at(-1)?.body ?? '', /ERROR: /);
    });

    it('loses nothing when the server is killed in the middle, and goes on when it is resumed', async () => {
      const { key, revision } = await session();
      const id = key.slice(opening.length);
      model.script(update(revision), () => (kill(place.home), READ), 'All done.');
      await work('Go on', id);
      assert.equal((await session()).revision, revision + 1);
      model.script(update(revision + 1), 'All done.');
      await work('And on', id);
      assert.equal((await session()).revision, revision + 2);
    });
  });
}

function worked(
  agent: RealAgent,
  file: string,
  place: AgentPlace,
  prompt: string,
  resumed: string | undefined,
): Promise<void> {
  const { args, env } = agent.run(place, prompt, resumed);
  const cwd = join(place.home, 'workspace');
  const { PATH } = process.env;
  return new Promise((resolve, reject) => {
    const options = {
      cwd,
      env: { HOME: place.home, PATH, ...env },
      timeout: 120_000,
      maxBuffer: 2 ** 26,
    };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else resolve();
    });
    child.stdin?.end();
  });
}

/** Our server, by what it was started with: the store of this test alone. */
function kill(home: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(join('/proc', pid, 'cmdline'), 'utf8');
      if (command.includes('\0--mcp\0') && command.includes(`sqlite:${home}`))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
