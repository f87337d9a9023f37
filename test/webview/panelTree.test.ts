import assert from 'node:assert/strict';
import { eventsOf, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

describe('the tree of steps', () => {
  let panel: PanelPage;
  before(async () => {
    const steps = [
      step('a', 'Outermost', { status: 'in_progress' }),
      step('b', 'Read it, write it', { parent_id: 'a' }),
      step('c', 'Innermost', { parent_id: 'b' }),
      step('w', 'Waiting', { status: 'blocked', depends_on: ['b', 'c'] }),
    ];
    panel = await PanelPage.showing(viewOf(eventsOf([steps])));
  });
  after(() => panel.close());

  it('has a line in each row for every level above it, beside the twisty of the row', async () => {
    const rows = await panel.inPage<{ lines: number; twistyAfterLines: boolean }[]>(`
      [...document.querySelectorAll('.step')].map((row) => {
        const { width, insetInlineStart } = getComputedStyle(row, '::before');
        const twisty = row.querySelector('.twisty');
        // The gap after a line is as wide as a level; the last gap is where the twisty stands.
        const lastLine = parseFloat(insetInlineStart) + parseFloat(width) - 18;
        const start = twisty ? twisty.getBoundingClientRect().x - row.getBoundingClientRect().x : Infinity;
        return { lines: parseFloat(width) / 18, twistyAfterLines: start > lastLine };
      })`);
    assert.deepEqual(
      rows.map(({ lines }) => lines),
      [0, 1, 2, 0],
    );
    assert.ok(rows.every(({ twistyAfterLines }) => twistyAfterLines));
  });

  it('tells the steps that one waits for apart, whatever is in their texts', async () => {
    assert.match(
      await panel.step('Waiting').innerText(),
      /waits for: Read it, write it · Innermost$/,
    );
  });
});
