import assert from 'node:assert/strict';
import { DraftBench, STEPS } from './draftBench';
import { eventsOf, SESSION, step, viewOf } from './panelFixtures';
import type { PanelOptions, PanelPage } from './panelPage';

let bench: DraftBench;
let panel: PanelPage;

async function open(options: PanelOptions = {}): Promise<void> {
  bench = await DraftBench.open(options);
  panel = bench.panel;
}

describe('drafting in the panel', () => {
  afterEach(() => panel.close());

  it('[FC.33] edits, adds, moves, cancels and marks by keyboard alone; nothing but the draft goes to the host', async () => {
    await open();
    await bench.press('End', 'F2');
    await bench.field.waitFor();
    await bench.press('Control+a');
    await bench.type('Note "why"');
    await bench.press('Enter');
    await bench.row('Note "why"').waitFor();
    assert.equal(await panel.focusedId(), 'steps');
    await bench.press('Alt+ArrowUp', 'Home', 'Insert');
    await bench.type('Ask Ann');
    await bench.press('Enter', 'ArrowDown', 'Shift+Insert');
    await bench.type('Twice');
    await bench.press('Enter', 'ArrowDown', 'Delete');
    await bench.press('Home', 'Space');
    const [first, ...more] = await bench.wishes();
    assert.match(first ?? '', /^- Step "read": set its status to pending$/);
    const added =
      /the id ("[0-9a-f]{8}") and the status pending directly after step "read": "Ask Ann"/;
    assert.match(more.join('\n'), added);
    assert.match(
      more.join('\n'),
      /as a subtask of "inject" directly after step "replace": "Twice"/,
    );
    assert.match(more.join('\n'), /Step "note": move it directly after step "inject"/);
    assert.match(more.join('\n'), /Step "note": change its text to "Note \\"why\\""/);
    assert.match(more.join('\n'), /Step "note": cancel it/);
    assert.equal(await bench.state(), '6 changes drafted');
    const others = ['run', 'setPlanMode', 'open'] as const;
    for (const kind of others) assert.equal(await panel.heardCount(kind), 0, kind);
  });

  it('[FC.33] what is being typed keeps its field, text, caret and keyboard through 50 updates and a reload', async () => {
    await open();
    await bench.press('End', 'F2', 'Control+a');
    await bench.type('Note the whole cause');
    await bench.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    const caret = () =>
      panel.inPage<unknown[]>(
        `[document.activeElement.className, document.activeElement.value, document.activeElement.selectionStart]`,
      );
    const typed = ['step-field', 'Note the whole cause', 17];
    assert.deepEqual(await caret(), typed);
    await panel.inPage('(window.field = document.activeElement, 0)');
    const lists = [STEPS];
    for (let count = 1; count <= 50; count += 1) {
      const [head = step('x', 'x'), ...rest] = STEPS;
      const fresh = step(`new${String(count % 7)}`, `New ${String(count)}`);
      // Steps come and go on both sides of it, and it moves.
      lists.push(
        count % 3 === 0
          ? [fresh, ...rest.toReversed(), head]
          : [head, fresh, ...rest, step('z', 'Z')],
      );
      const events = eventsOf(lists);
      await panel.commit(events);
      assert.deepEqual(await caret(), typed, `update ${String(count)}`);
    }
    await bench.type('x');
    assert.deepEqual(await caret(), ['step-field', 'Note the whole caxuse', 18]);
    const draft = await bench.kept();
    assert.equal(draft?.typing?.text, 'Note the whole caxuse');
    await panel.page.reload();
    await panel.showAgain(viewOf(eventsOf(lists)));
    await panel.send({ kind: 'draft', session: SESSION, draft });
    await bench.field.waitFor();
    await panel.until(`document.activeElement.className === 'step-field'`);
    assert.deepEqual(await caret(), ['step-field', 'Note the whole caxuse', 18]);
    await bench.press('Enter');
    await bench.row('Note the whole caxuse').waitFor();
    assert.equal(await bench.state(), '1 change drafted');
  });

  it('[FC.33] what is typed about a step that goes away meanwhile is not lost', async () => {
    await open();
    await bench.press('End', 'F2', 'End');
    await bench.type(' well');
    await panel.commit(eventsOf([STEPS, STEPS.slice(0, -1)]));
    assert.equal(await bench.field.inputValue(), 'Note the cause well');
    await bench.press('Enter');
    await bench.row('Note the cause well').waitFor();
    assert.match(
      (await bench.wishes(STEPS.slice(0, -1))).join(),
      /^- Add a step .*: "Note the cause well"$/,
    );
  });

  it('takes no text that no step can have, and says why', async () => {
    await open();
    await bench.press('F2', 'Control+a');
    await panel.page.keyboard.insertText('ä'.repeat(121));
    await bench.press('Enter');
    assert.equal(
      await panel.page.getByRole('alert').innerText(),
      'This text is too long for a step.',
    );
    assert.equal(await bench.field.getAttribute('aria-invalid'), 'true');
    await bench.press('Backspace', 'Enter');
    assert.equal(await bench.field.count(), 0);
    assert.equal(await bench.state(), '1 change drafted');
    await bench.press('F2', 'Control+a', 'Delete', 'Enter');
    assert.equal(await bench.state(), '1 change drafted');
    await bench.press('F2', 'x', 'Escape');
    assert.equal(await bench.state(), '1 change drafted');
    await bench.press('Insert', 'Escape');
    assert.equal(await bench.state(), '1 change drafted');
  });
});
