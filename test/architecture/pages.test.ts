import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coworkerDeclarationSchema } from '../../src/domain/coworker';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { DEFAULT_CHAT_TOOLS } from '../../src/editor/settings/contributions';
import { USAGE } from '../../src/server/commandLine';
import { METHODS } from '../../src/server/stdio/sessionMethods';
import { documentText } from '../examples/documentSamples';
import { projectFolder } from './projectFiles';

const json = (file: string): unknown => JSON.parse(readFileSync(join(projectFolder, file), 'utf8'));
const { contributes } = json('package.json') as {
  contributes: {
    commands: { command: string; title: string }[];
    chatParticipants: { name: string; commands: { name: string }[] }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
};
const words = json('package.nls.json') as Record<string, string | { message: string }>;

/** As a person finds it in the command palette. */
function inPalette(): string[] {
  const hidden = contributes.menus.commandPalette.filter(({ when }) => when === 'false');
  return contributes.commands
    .filter(({ command }) => !hidden.some((one) => one.command === command))
    .map(({ title }) => {
      const text = words[title.slice(1, -1)];
      return typeof text === 'object' ? text.message : (text ?? '');
    });
}

/** What stands under a heading, until the next one as high. */
function section(document: string, heading: string): string {
  const [, level = '', rest = ''] =
    new RegExp(`^(#+) ${heading}\\n([^]*)`, 'm').exec(documentText(document)) ?? [];
  assert.notEqual(rest, '', `${document} has no ${heading}`);
  return rest.split(new RegExp(`^#{1,${String(level.length)}} `, 'm'))[0] ?? '';
}

/** The cells of the first column of tables, without the heads. */
function firstCells(text: string): string[] {
  const rows = [...text.matchAll(/^\| ?([^|]*?) *\|/gm)].map(([, cell = '']) => cell);
  return rows.filter((_, at) => !/^-+$/.test(rows[at + 1] ?? '') && !/^-+$/.test(rows[at] ?? ''));
}

const sorted = (texts: Iterable<string>) => [...texts].sort();
const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('the pages for people', () => {
  it('name every command as the palette shows it, and no other', () => {
    const table = section('README.md', 'Commands').replace(/^[^|].*$/gm, '');
    const named = [...table.matchAll(/(?<=[ ,])_([^_]+)_(?=[, |])/g)].map(
      ([, title = '']) => title,
    );
    assert.deepEqual(sorted(named), sorted(inPalette()));
    const told = firstCells(section('docs/using.md', 'Commands'));
    assert.deepEqual(sorted(told), sorted(inPalette()));
  });

  it('name every tool, and which are offered without a setting', () => {
    const rows = section('README.md', 'Tools').matchAll(/^\| `(\w+)` .*\| (yes|no)/gm);
    const tools = [...rows].map(([, name = '', isOn = '']) => [name, isOn === 'yes']);
    const expected = PLAN_TOOL_NAMES.map((name) => [
      name,
      (DEFAULT_CHAT_TOOLS as readonly string[]).includes(name),
    ]);
    assert.deepEqual(Object.fromEntries(tools), Object.fromEntries(expected));
  });

  it('name every command of the participant', () => {
    const [participant] = contributes.chatParticipants;
    assert.deepEqual(
      sorted(firstCells(section('README.md', '@plan'))),
      sorted(participant?.commands.map(({ name }) => `\`@${participant.name} /${name}\``) ?? []),
    );
  });

  it('name every method of the server, and everything that its command line takes', () => {
    const methods = section('docs/server.md', 'A model loop of yours').split('| Code')[0] ?? '';
    assert.deepEqual(sorted(firstCells(methods).flatMap(codes)), sorted(METHODS.keys()));
    const page = documentText('docs/server.md');
    const missing = [...new Set(USAGE.match(/--[a-z-]+/g))].filter((flag) => !page.includes(flag));
    assert.deepEqual(missing, []);
  });

  it('name every key of a declaration', () => {
    const keys = firstCells(section('docs/participants.md', 'Declare it')).flatMap(codes);
    assert.deepEqual(sorted(keys), sorted(Object.keys(coworkerDeclarationSchema.shape)));
  });
});
