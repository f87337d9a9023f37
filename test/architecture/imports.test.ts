import assert from 'node:assert/strict';
import { crossedFences, crossedFencesIn } from './importFences';
import { projectFiles } from './projectFiles';

describe('who may import whom', () => {
  it('no file imports across a fence', () => {
    assert.deepEqual(crossedFences(), []);
  });

  const forbidden: readonly (readonly [file: string, text: string])[] = [
    ['src/domain/plan.ts', `import { join } from 'node:path';`],
    ['src/domain/plan.ts', `import { join } from 'path';`],
    ['src/domain/plan.ts', `import * as z from 'zod';`],
    ['src/domain/plan.ts', `import type { Log } from '../service/ports';`],
    ['src/service/planService.ts', `export { createMemoryStore } from '../stores/memoryStore';`],
    ['src/service/planService.ts', `const fs = await import('node:fs');`],
    ['src/protocol/planView.ts', `import * as vscode from 'vscode';`],
    ['src/tools/allTools.ts', `type Uri = import('vscode').Uri;`],
    ['src/stores/memoryStore.ts', `import { readFile } from 'node:fs/promises';`],
    ['src/stores/memoryStore.ts', `import { PlanService } from '../service/planService';`],
    ['src/stores/sqlite/sqliteStore.ts', `const fs = require('node:fs');`],
    ['src/editor/chat/lmTools.ts', `import { createMemoryStore } from '../../stores/memoryStore';`],
    ['src/host/planHost.ts', `import * as vscode from 'vscode';`],
    ['src/extension.ts', `const { openStore } = await import('./stores/openStore');`],
    ['webview/main.tsx', `import { PlanService } from '../src/service/planService';`],
    ['webview/components/icon.tsx', `import { lm } from 'vscode';`],
    ['src/host/planHost.ts', `import { Pool } from 'pg';`],
    ['src/host/servers/postgresOnDemand.ts', `const { Pool } = await import('pg');`],
    ['src/newFolder/thing.ts', ''],
  ];
  for (const [file, text] of forbidden) {
    it(`${file} is stopped at: ${text || 'a folder without a fence'}`, () => {
      assert.equal(crossedFencesIn(file, text).length, 1);
    });
  }

  it('[PT.65] no store knows a driver: two files of the composition roots do', () => {
    for (const driver of ['pg', 'pg-pool', '@redis/client', 'redis', 'ioredis']) {
      const text = `import type { Pool } from '${driver}';`;
      for (const folder of ['', 'postgres/', 'redis/', 'servers/', 'sqlite/'])
        assert.equal(crossedFencesIn(`src/stores/${folder}any.ts`, text).length, 1);
    }
    const knowing = projectFiles(['src', 'webview'], /\.(ts|tsx|mjs)$/).filter(({ text }) =>
      /(?:from |import\(|require\()['"](?:pg|@redis\/client)['"]/.test(text),
    );
    assert.deepEqual(
      knowing.map(({ path }) => path),
      ['src/host/servers/postgresPoolAt.ts', 'src/host/servers/redisClientAt.ts'],
    );
  });

  it('what is allowed, a comment and a text are not stopped', () => {
    const allowed = {
      'src/domain/plan.ts': `import * as z from 'zod/mini';\n// import 'node:fs'\nconst s = "import 'vscode'";`,
      'src/stores/openStore.ts': `const { SqliteStore } = await import('./sqlite/sqliteStore');`,
      'src/stores/sqlite/nodeSessionFiles.ts': `import { open } from 'node:fs/promises';`,
      'src/extension.ts': `import { createPlanHost } from './host/planHost';\nimport * as vscode from 'vscode';`,
      'webview/components/icon.tsx': `import '../../src/domain/visibleText';\nimport { h } from 'preact';`,
    };
    for (const [file, text] of Object.entries(allowed))
      assert.deepEqual(crossedFencesIn(file, text), []);
  });
});
