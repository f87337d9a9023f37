import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanCommand } from '../../src/domain/planCommand';
import { projectFiles, projectFolder } from '../architecture/projectFiles';
import { step, update } from '../domain/planFixtures';
import { openPlanned, SESSION } from './serviceFixtures';

/** Words of somebody who looked whether the work was done; an agent's mark says no such thing. */
const PROOF =
  /\b(verif\w+|prove[dns]?|confirmed|validated|guarantee\w*|certif\w+|ensured|tested)\b/i;

const WORK = /\b(steps?|tasks?|todos?|complet\w+|done|finished|work\w*)\b/i;

/** Quoted texts of more than one word; names in the code are said to nobody. */
function sentencesIn(code: string): string[] {
  const withoutComments = code.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '');
  const quoted = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
  return (withoutComments.match(quoted) ?? []).filter((text) => /\w \w/.test(text));
}

describe('a step that is marked complete', () => {
  it('[DP.5] is nowhere said to be proven: not in answers, events, snapshots or step events', async () => {
    const { bench } = await openPlanned();
    const move: PlanCommand['input'] = { task_id: 'a', status: 'completed' };
    const commands: PlanCommand[] = [
      update(1, [step('a', { status: 'completed' })]),
      { name: 'write_plan', input: { items: [{ id: 'a', content: 'Do a', status: 'completed' }] } },
      { name: 'update_task_status', input: { task_id: 'a', status: 'pending' } },
      { name: 'update_task_status', input: { ...move } },
      { name: 'update_task_status', input: { task_id: 'a', status: 'in_progress' } },
      { name: 'update_task_statuses', input: { updates: [{ ...move }] } },
      { name: 'read_plan', input: {} },
    ];
    const said: unknown[] = [];
    for (const [index, command] of commands.entries()) {
      said.push(await bench.asHosted(`done-${index}`, command));
    }
    said.push(await bench.service.snapshot(SESSION), await bench.events(), bench.steps);
    assert.match(JSON.stringify(said), /"status":"completed"/);
    assert.doesNotMatch(JSON.stringify(said), PROOF);
    for (const event of await bench.events()) {
      if (event.type !== 'plan_updated') continue;
      assert.equal(event.data.enforcement, 'session-metadata-only');
    }
  });

  it('[DP.5] nor in any text of the product for people or models that speaks of work', () => {
    const sources = projectFiles(['src', 'webview'], /\.tsx?$/).flatMap(({ path, text }) =>
      sentencesIn(text).map((sentence) => ({ path, sentence })),
    );
    assert.ok(sources.some(({ sentence }) => sentence.includes('marked complete by the agent')));
    const manifests = ['package.json', 'package.nls.json'].flatMap((path) =>
      sentencesIn(readFileSync(join(projectFolder, path), 'utf8')).map((sentence) => ({
        path,
        sentence,
      })),
    );
    // Files of plans are verified, and that may be said.
    const claims = [...sources, ...manifests].filter(
      ({ sentence }) => PROOF.test(sentence) && WORK.test(sentence),
    );
    assert.deepEqual(claims, []);
  });
});
