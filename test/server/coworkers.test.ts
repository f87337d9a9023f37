import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlanError } from '../../src/domain/planError';
import { PLANNER, readCoworkers, toInfo } from '../../src/server/coworkers';

describe('the coworkers of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-plans-coworkers-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function manifest(id: string, text: string): string {
    mkdirSync(join(folder, id), { recursive: true });
    const file = join(folder, id, 'manifest.md');
    writeFileSync(file, text);
    return file;
  }

  async function refusal(): Promise<string> {
    try {
      await readCoworkers(folder);
    } catch (error) {
      assert.ok(PlanError.is(error, 'invalid_configuration'), String(error));
      return error.message;
    }
    return assert.fail('It was read.');
  }

  it('are the built-in one without a folder', async () => {
    assert.deepEqual(await readCoworkers(undefined), [PLANNER]);
    assert.deepEqual(toInfo(PLANNER), {
      ...{ id: 'planner', name: 'Planner', planning: true, plan_mode: true, subtasks: false },
    });
  });

  it('[DP.6] [DP.8] have planning where their front matter says so, and only there', async () => {
    manifest('releases', '---\nname: Release manager\nplanning: true\n---\n\n# Releases\n');
    manifest('off', '---\nname: Off\n---\n');
    manifest('empty', '---\r\n---\r\nplanning: true\r\n');
    mkdirSync(join(folder, 'no-manifest'));
    writeFileSync(join(folder, 'README.md'), 'Not a folder.');
    const found = await readCoworkers(folder);
    assert.deepEqual(
      found.map(toInfo).map(({ id, name, planning }) => [id, name, planning]),
      [
        ['planner', 'Planner', true],
        ['empty', 'empty', false],
        ['off', 'Off', false],
        ['releases', 'Release manager', true],
      ],
    );
  });

  it('may say all of it', async () => {
    manifest(
      'planner',
      [
        '\uFEFF---',
        'name: Mine',
        'description: In the place of the built-in one.',
        'planning: true',
        'plan_mode: false',
        'subtasks: true',
        'tools: [update_plan, set_dependency]',
        'guidance: ""',
        'inject: false',
        'cache_ttl: 1h',
        'descriptions:',
        '  update_plan: Ours.',
        'single_in_progress: strict',
        '---',
      ].join('\n'),
    );
    const [mine, ...others] = await readCoworkers(folder);
    assert.deepEqual(others, []);
    assert.deepEqual(mine, {
      id: 'planner',
      name: 'Mine',
      configuration: {
        ...{ planning: true, plan_mode: false, subtasks: true, guidance: '', inject: false },
        ...{ tools: ['update_plan', 'set_dependency'], cache_ttl: '1h' },
        ...{ descriptions: { update_plan: 'Ours.' }, single_in_progress: 'strict' },
      },
    });
  });

  it('are refused with the file, the key and what is allowed', async () => {
    for (const [text, ...said] of [
      ['planning: true\n', /no front matter/],
      ['---\nplanning: true\n', /no front matter/],
      ['---\nplaning: true\n---\n', /planing/, /allowed are .*planning/],
      ['---\nplanning: yes please\n---\n', /planning/],
      ['---\nplanning: true\ntools: [todo]\n---\n', /todo/, /update_plan/],
      ['---\nplanning: true\ndescriptions: { todo: x }\n---\n', /todo/, /update_plan/],
      ['---\nplan_mode: true\n---\n', /plan_mode/],
      ['---\ncache_ttl: 2h\n---\n', /cache_ttl/],
      ['---\n- a list\n---\n', /wrong value/],
      ['---\na: [\n---\n', /flow/i],
      ['---\nplanning: true\nplanning: false\n---\n', /unique/],
    ] as const) {
      const file = manifest('one', text);
      const message = await refusal();
      assert.ok(message.startsWith(file), message);
      for (const pattern of said) assert.match(message, pattern);
    }
  });

  it('are refused where the folder or a manifest cannot be read', async () => {
    mkdirSync(join(folder, 'one', 'manifest.md'), { recursive: true });
    assert.match(await refusal(), /manifest\.md cannot be read: EISDIR/);
    rmSync(folder, { recursive: true });
    assert.match(await refusal(), /cannot be read: ENOENT/);
  });
});
