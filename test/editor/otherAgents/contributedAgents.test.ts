import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { PLAN_TOOL_NAMES } from '../../../src/domain/planCommand';
import type { switchToAgent, switchToPlanner } from '../../../src/editor/planMode/planModeCommands';
import { tokensOf } from '../../bench/o200k';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

const root = join(__dirname, '..', '..', '..');

interface Header {
  readonly name: string;
  readonly description: string;
  readonly tools?: readonly string[];
  readonly 'disable-model-invocation'?: boolean;
  readonly handoffs?: readonly { readonly agent: string; readonly prompt: string }[];
}

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly contributes: Record<'chatAgents' | 'chatSkills', { path: string; when: string }[]>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const { chatAgents, chatSkills } = manifest.contributes;

function contributed({ path }: { readonly path: string }) {
  const text = readFileSync(join(root, path), 'utf8');
  const [, header = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  return { path, text, body: body.trim(), header: parse(header) as Header };
}

describe('the agents and the skill that the package contributes', () => {
  const agents = chatAgents.map(contributed);
  const [planner] = agents;
  const skills = chatSkills.map(contributed);

  it('go where planning is switched off', () => {
    for (const { when } of [...chatAgents, ...chatSkills])
      assert.equal(when, 'config.sessionPlans.enabled');
  });

  it('the planner is given what reads and every planning tool, by its whole name', () => {
    const own = PLAN_TOOL_NAMES.map((name) => `${manifest.publisher}.${manifest.name}/${name}`);
    const reading = ['read', 'search', 'web', 'vscode/askQuestions'];
    assert.deepEqual([...(planner?.header.tools ?? [])].sort(), [...reading, ...own].sort());
  });

  it('hand over to each other, by names that the commands know, and are nobody’s subagents', async () => {
    assert.deepEqual(
      agents.map(({ header }) => [header.name, header.handoffs?.map(({ agent }) => agent)]),
      [
        ['Session Planner', ['Plan Executor']],
        ['Plan Executor', ['Session Planner']],
      ],
    );
    for (const { header } of agents) assert.equal(header['disable-model-invocation'], true);
    const { vscode } = fakeVscode();
    const opened: unknown[] = [];
    const commands = {
      ...vscode.commands,
      executeCommand: async (...call: unknown[]) => void opened.push(call),
    };
    const module = await loadWithVscode<{
      switchToPlanner: typeof switchToPlanner;
      switchToAgent: typeof switchToAgent;
    }>('src/editor/planMode/planModeCommands.ts', { ...vscode, commands });
    await module.switchToPlanner();
    await module.switchToAgent();
    assert.deepEqual(opened, [
      ['workbench.action.chat.open', { mode: planner?.header.name }],
      ['workbench.action.chat.open', { mode: 'agent' }],
    ]);
  });

  it('cost few tokens: an agent at most 400, the skill at most 150 as it is loaded', () => {
    for (const { body, path } of agents) {
      assert.ok(body.length > 200, path);
      assert.ok(tokensOf(body) <= 400, `${path}: ${tokensOf(body)}`);
    }
    assert.equal(skills.length, 1);
    for (const { path, text, header } of skills) {
      assert.ok(tokensOf(text) <= 150, `${path}: ${tokensOf(text)}`);
      assert.equal(basename(path), 'SKILL.md');
      assert.equal(header.name, basename(dirname(path)), 'the editor finds it by its folder');
    }
  });

  it('ask for no frequent use, and name only tools that there are', () => {
    const names = new Set<string>([...PLAN_TOOL_NAMES]);
    for (const { body, path } of [...agents, ...skills]) {
      assert.doesNotMatch(body, /\b(always|frequently|must|never|important|critical)\b/i, path);
      for (const [, name = ''] of body.matchAll(/`(\w+_plan\w*|\w+_task\w*)`/g))
        assert.ok(names.has(name), `${path}: ${name}`);
    }
  });
});
