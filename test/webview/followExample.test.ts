import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { projectFolder } from '../architecture/projectFiles';
import { ALL, HttpBench } from '../server/httpBench';
import { step } from '../domain/planFixtures';
import { sharedBrowser } from '../support/workbench/browser';

const SCRIPT = join(projectFolder, 'examples', 'follow', 'follow.mjs');
const HOSTILE = '<img src=x onerror=alert(1)> & <b>bold</b>';

describe('the example of a page that follows a plan', () => {
  let bench: HttpBench;
  let program: ChildProcess;
  let address: string;
  let context: BrowserContext;
  beforeEach(async () => {
    bench = await HttpBench.open();
    const child = spawn(process.execPath, [SCRIPT, bench.url, bench.one], {
      env: { ...process.env, SESSION_PLANS_TOKEN: ALL },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    program = child;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    address = String(line).trim();
    context = await (await sharedBrowser()).newContext();
  });
  afterEach(async () => {
    await context.close();
    program.kill();
    await bench.close();
  });

  it('shows each plan as it comes, as text, and the token to nobody', async () => {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await page.getByText('Nothing is planned yet.').waitFor();
    await bench.write(0, [step('a', { description: HOSTILE, status: 'in_progress' }), step('b')]);
    await page.getByText('Revision 1: 0 of 2 steps marked complete by the agent').waitFor();
    assert.equal(await page.locator('li').first().textContent(), `${HOSTILE} (in progress)`);
    assert.equal(await page.locator('img, b').count(), 0);
    await bench.write(1, [step('b', { status: 'completed' })]);
    await page.getByText('Revision 2: 1 of 1 steps marked complete by the agent').waitFor();
    assert.ok(asked.every((url) => url.startsWith(address)));
    const sent = await Promise.all(asked.filter((url) => !url.endsWith('/plan')).map(textAt));
    assert.ok(!sent.join().includes(ALL));
  });

  it('is for this machine under its own address alone', async () => {
    const { port } = new URL(address);
    assert.equal((await fetch(address)).status, 200);
    assert.equal((await fetch(`http://localhost:${port}/`)).status, 403);
    assert.equal((await fetch(`${address}plan`, { method: 'POST' })).status, 403);
    assert.equal((await fetch(`${address}../follow.mjs`)).status, 404);
  });
});

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}
