import { stripVTControlCharacters } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { findBrowser, wantedBrowser } from './findBrowser';

let launched: Promise<Browser> | undefined;

/** One headless browser for the whole process; pages get a context of their own. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser().catch((error: unknown) => {
    launched = undefined;
    throw error;
  });
  return launched;
}

export async function closeSharedBrowser(): Promise<void> {
  const browser = launched;
  launched = undefined;
  await (await browser)?.close();
}

/** Fails, with what to do, unless there is a browser and it starts. */
export async function checkBrowser(): Promise<void> {
  await sharedBrowser();
  await closeSharedBrowser();
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  try {
    return await chromium.launch({
      executablePath,
      headless: true,
      timeout: 30_000,
      // Our own handlers end everything in order.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      args: browserArguments(),
    });
  } catch (error) {
    const from = wantedBrowser() === undefined ? '' : 'SESSION_PLANS_CHROME names ';
    const advice = 'Set SESSION_PLANS_CHROME to the path of a Chrome, Edge or Chromium that works.';
    throw new Error(
      `${from}${executablePath}, which does not start as a browser: ${gist(error)}\n${advice}`,
      { cause: error },
    );
  }
}

/** The message of Playwright without its log, but with what the program itself said. */
function gist(error: unknown): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  const lines = message.split('\n');
  const said = lines.filter((line) => line.includes('[err]'));
  const shown = [...new Set(said.map((line) => line.replace(/.*\[err\]/, ' ')))].slice(0, 3);
  return [(lines[0] ?? '').replace('browserType.launch: ', ''), ...shown].join('\n');
}

/** How every browser of the tests is started: without a network, a display or a sandbox that root cannot have. */
export function browserArguments(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The same behaviour with and without a network.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ];
}
