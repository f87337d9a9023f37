import assert from 'node:assert/strict';
import { brokenFileRules, brokenFileRulesOf } from './fileRules';
import { machineTraces, machineTracesIn } from './machineTraces';

describe('files of the project', () => {
  it('are short and named after what is in them', () => {
    assert.deepEqual(brokenFileRules(), []);
  });

  it('tell nothing about the machine on which they were made', () => {
    assert.deepEqual(machineTraces(), []);
  });

  it('are stopped when they are too long or badly named', () => {
    const lines = (count: number) => 'x\n'.repeat(count);
    assert.deepEqual(brokenFileRulesOf({ path: 'src/domain/plan.ts', text: lines(250) }), []);
    for (const [path, text] of [
      ['src/domain/plan.ts', lines(251)],
      ['src/domain/plan.ts', `${lines(250)}x`],
      ['src/domain/utils.ts', ''],
      ['webview/components/index.tsx', ''],
      ['src/domain/PlanRules.ts', ''],
      ['src/domain/plan-rules.ts', ''],
    ] as const) {
      assert.equal(brokenFileRulesOf({ path, text }).length, 1, path);
    }
    assert.deepEqual(brokenFileRulesOf({ path: 'test/domain/plan.test.ts', text: '' }), []);
  });

  it('are stopped when they name a place of one machine', () => {
    const user = 'someone';
    for (const [path, text] of [
      ['a.ts', 'see /build/place/out'],
      ['a.md', `/home/${user}/project`],
      ['a.md', `C:\\Users\\${user}\\project`],
      ['package-lock.json', '"resolved": "https://mirror.example/zod.tgz"'],
    ] as const) {
      assert.equal(machineTracesIn({ path, text }, ['/build/place/']).length, 1, text);
    }
    const fine = '/home/user/project "resolved": true';
    assert.deepEqual(machineTracesIn({ path: 'package-lock.json', text: fine }, ['/build/']), []);
  });
});
