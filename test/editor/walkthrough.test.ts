import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../support/translations';

interface Step {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly media: { readonly image: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly contributes: {
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly Step[] }[];
    readonly commands: readonly { readonly command: string }[];
  };
}

const root = join(__dirname, '..', '..');
const readJson = <T>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as T;

describe('the walkthrough', () => {
  const { walkthroughs, commands } = readJson<Manifest>('package.json').contributes;
  const [walkthrough] = walkthroughs;
  const steps = walkthrough?.steps ?? [];
  const known = new Set(commands.map(({ command }) => command));

  it('has a picture in every step, small enough for the package, with words for it', () => {
    assert.ok(steps.length >= 3);
    for (const { media } of steps) {
      const picture = readFileSync(join(root, media.image));
      assert.equal(picture.subarray(1, 4).toString('latin1'), 'PNG');
      assert.ok(statSync(join(root, media.image)).size <= 100_000, media.image);
      assert.match(media.altText, /^%walkthrough\.\w+\.alt%$/);
    }
  });

  it('has buttons for commands that there are, the same in every language', () => {
    const texts = ['', ...languages().map((language) => `.${language}`)].map((language) =>
      readJson<Record<string, string>>(`package.nls${language}.json`),
    );
    for (const { description } of steps) {
      const buttons = texts.map((table) =>
        [...(table[description.slice(1, -1)] ?? '').matchAll(/\]\(command:([\w.]+)\)/g)].map(
          ([, command = '']) => command,
        ),
      );
      assert.ok(buttons[0] && buttons[0].length > 0, description);
      for (const each of buttons) assert.deepEqual(each, buttons[0]);
      for (const command of buttons[0]) assert.ok(known.has(command), command);
    }
  });

  it('ticks its steps off when what they teach was done', () => {
    for (const { id, completionEvents } of steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) {
        const [, command] = /^onCommand:(.*)$/.exec(event) ?? [];
        if (command !== undefined) assert.ok(known.has(command), event);
        else assert.match(event, /^onContext:sessionPlans\.(hasPlan|planMode)$/);
      }
    }
  });

  it('is opened by its name', () => {
    const source = readFileSync(join(root, 'src', 'editor', 'commands', 'planCommands.ts'), 'utf8');
    assert.ok(source.includes(`#${walkthrough?.id ?? '?'}\``));
  });
});
