import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { checkBrowser } from './workbench/browser';
import { cacheFolder, writableCacheFolder } from './workbench/cacheFolder';
import { expectFreePort, freePort } from './workbench/workbenchServer';

describe('what stands in the way of a workbench', () => {
  const kept = process.env;

  beforeEach(() => {
    process.env = { ...kept };
  });

  afterEach(() => {
    process.env = kept;
  });

  it('is named when the chosen browser is none', async () => {
    process.env['SESSION_PLANS_CHROME'] = process.execPath;
    await assert.rejects(checkBrowser(), (error: Error) => {
      assert.ok(error.message.startsWith(`SESSION_PLANS_CHROME names ${process.execPath}, which`));
      return true;
    });
    process.env['SESSION_PLANS_CHROME'] = join(__dirname, 'nothing');
    await assert.rejects(checkBrowser(), /SESSION_PLANS_CHROME does not exist: /);
  });

  it('is named when the port is held by a program that never answers', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    await assert.rejects(expectFreePort(port), new RegExp(`Port ${String(port)} is in use`));
    await new Promise((resolve) => silent.close(resolve));
    await expectFreePort(port);
    await expectFreePort(await freePort());
  });

  it('is named when the folder for downloads cannot be written', () => {
    const impossible = [__filename, ...(process.platform === 'linux' ? ['/proc/no/where'] : [])];
    for (const base of impossible) {
      process.env['XDG_CACHE_HOME'] = base;
      assert.throws(writableCacheFolder, (error: Error) => {
        const folder = join(base, 'session-plans');
        assert.ok(error.message.startsWith(`The folder ${folder} cannot be written (`));
        assert.match(error.message, /set XDG_CACHE_HOME/);
        return true;
      });
    }
    process.env['XDG_CACHE_HOME'] = 'relative';
    assert.equal(cacheFolder(), join(homedir(), '.cache', 'session-plans'));
  });
});
