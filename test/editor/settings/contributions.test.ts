import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PLAN_TOOL_NAMES } from '../../../src/domain/planCommand';
import { registeredTools } from '../../../src/domain/toolset';
import {
  DEFAULT_CHAT_TOOLS,
  languageModelToolContributions,
  nameClashKey,
  toolsSettingItems,
} from '../../../src/editor/settings/contributions';
import { viewCommandSchema } from '../../../src/protocol/messagesToHost';
import { allTools } from '../../../src/tools/allTools';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

interface Manifest {
  readonly enabledApiProposals?: unknown;
  readonly dependencies?: Record<string, string>;
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly languageModelTools: unknown;
    readonly languageModelToolSets?: unknown;
    readonly configuration: { readonly properties: Record<string, Record<string, unknown>> };
    readonly commands: readonly { command: string }[];
  };
}

function readJson<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(__dirname, '..', '..', '..', ...path), 'utf8')) as T;
}

/** A condition of the manifest: terms joined by `&&`, each a key, its negation or a pattern. */
function holds(condition: string, keys: Readonly<Record<string, unknown>>): boolean {
  return condition.split(' && ').every((term) => {
    const [key = '', pattern] = term.split(' =~ ');
    if (pattern !== undefined) return new RegExp(pattern.slice(1, -1)).test(String(keys[key]));
    return key.startsWith('!') ? !keys[key.slice(1)] : Boolean(keys[key]);
  });
}

describe('package.json', () => {
  const manifest = readJson<Manifest>('package.json');

  it('lists exactly the tools that are registered, with the schemas derived from theirs', () => {
    assert.deepEqual(manifest.contributes.languageModelTools, languageModelToolContributions());
  });

  it('lets the setting name the tools that there are, by default the two of DEFAULT_CHAT_TOOLS', () => {
    const setting = manifest.contributes.configuration.properties['sessionPlans.tools'];
    assert.ok(setting);
    assert.deepEqual(setting['items'], toolsSettingItems());
    assert.deepEqual(setting['default'], DEFAULT_CHAT_TOOLS);
    assert.equal(setting['scope'], 'machine');
  });

  it('leaves to no workspace what agents are offered and what is kept of plans', () => {
    const { properties } = manifest.contributes.configuration;
    const machine = Object.keys(properties).filter((name) => properties[name]?.['scope']);
    assert.deepEqual(machine.sort(), [
      ...['sessionPlans.guidance', 'sessionPlans.maxRounds', 'sessionPlans.readOnlyTools'],
      ...['sessionPlans.store.keepRevisions', 'sessionPlans.store.kind', 'sessionPlans.tools'],
    ]);
    for (const name of machine) assert.equal(properties[name]?.['scope'], 'machine');
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.deepEqual([...restrictedConfigurations].sort(), machine);
  });

  it('declares every command that is registered, among them all that the panel may run', async () => {
    const { vscode, commands } = fakeVscode();
    for (const name of ['Plan', 'Maintenance']) {
      const file = `src/editor/commands/${name.toLowerCase()}Commands.ts`;
      const module = await loadWithVscode<Record<string, (deps: object) => void>>(file, vscode);
      module[`register${name}Commands`]?.({});
    }
    const declared = manifest.contributes.commands.map(({ command }) => command).sort();
    assert.deepEqual(declared, [...commands.keys()].sort());
    for (const name of viewCommandSchema.options)
      assert.ok(commands.has(`sessionPlans.${name}`), name);
  });

  it('marks a name that is no tool while settings.json is typed', () => {
    assert.deepEqual(toolsSettingItems()['enum'], PLAN_TOOL_NAMES);
  });

  it('offers in requests exactly the tools that the settings give', () => {
    const tools = fc.uniqueArray(fc.constantFrom(...PLAN_TOOL_NAMES, 'plan', 'read'));
    fc.assert(
      fc.property(tools, fc.boolean(), fc.boolean(), (names, enabled, subtasks) => {
        // The editor hands a list to a condition as its JSON text.
        const keys: Record<string, unknown> = {
          'config.sessionPlans.enabled': enabled,
          'config.sessionPlans.tools': JSON.stringify(names),
          'config.sessionPlans.subtasks': subtasks,
        };
        const offered = languageModelToolContributions()
          .filter(({ when }) => holds(String(when), keys))
          .map(({ name }) => name);
        const configuration = { planning: enabled, subtasks, tools: names };
        assert.deepEqual(offered, registeredTools(configuration));
      }),
    );
  });

  it('offers no tool whose name another extension has', () => {
    for (const { name, when } of languageModelToolContributions()) {
      const keys = {
        'config.sessionPlans.enabled': true,
        'config.sessionPlans.tools': JSON.stringify(PLAN_TOOL_NAMES),
        'config.sessionPlans.subtasks': true,
      };
      assert.ok(holds(String(when), keys));
      assert.ok(!holds(String(when), { ...keys, [nameClashKey(String(name))]: true }));
    }
  });

  it('uses no proposed API and no gated contribution', () => {
    assert.equal(manifest.enabledApiProposals, undefined);
    assert.equal(manifest.contributes.languageModelToolSets, undefined);
  });

  it('has no run-time dependencies: everything is bundled', () => {
    assert.deepEqual(manifest.dependencies ?? {}, {});
  });

  it('has a text for every placeholder, and no text without a placeholder', () => {
    const texts = readJson<Record<string, string>>('package.nls.json');
    const raw = readFileSync(join(__dirname, '..', '..', '..', 'package.json'), 'utf8');
    const used = new Set([...raw.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]));
    assert.deepEqual([...used].sort(), Object.keys(texts).sort());
  });
});

describe('tool descriptions', () => {
  for (const tool of allTools) {
    it(`${tool.name} is short enough and findable`, () => {
      assert.ok(tool.description.length <= 500, `${tool.description.length} characters`);
      for (const word of ['plan', 'todo list', 'task list', 'step']) {
        assert.ok(tool.description.toLowerCase().includes(word), word);
      }
      assert.match(tool.name, /^[\w-]+$/);
    });
  }

  it('tell subagents to leave the whole list alone', () => {
    for (const { name, description } of allTools) {
      if (name === 'update_plan' || name === 'write_plan') assert.match(description, /subagent/);
    }
  });
});
