import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { PlanStep } from '../../../src/domain/plan';
import type { TodoMirror, TodoMirrorDeps } from '../../../src/editor/todoList/todoMirror';
import { fakeLog } from '../../support/fakeLog';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

const CHAT = 'vscode-chat-session://local/b25l';
const NO_LIST = 'No todo list found.';

interface Input {
  readonly operation: 'read' | 'write';
  readonly todoList: readonly { id: number; title: string; status: string }[];
}

function step(id: string, fields: Partial<PlanStep> = {}): PlanStep {
  return { id, description: `Do ${id}`, status: 'pending', ...fields };
}

const MARKS: Record<string, string> = { 'not-started': ' ', 'in-progress': '-', completed: 'x' };

/** The mirror beside a list that answers as the editor's does. */
async function openMirror() {
  const { vscode } = fakeVscode();
  const editor = {
    tools: [{ name: 'manage_todo_list' }],
    text: NO_LIST,
    written: [] as { input: Input; token: unknown }[],
    /** What a write waits for or fails with. */
    beforeWrite: (): Promise<string | undefined> => Promise.resolve(undefined),
  };
  const invokeTool = async (
    name: string,
    { input, toolInvocationToken }: { input: Input; toolInvocationToken: unknown },
  ) => {
    assert.equal(name, 'manage_todo_list');
    if (input.operation === 'read') {
      assert.equal(toolInvocationToken, undefined);
      return answer(editor.text);
    }
    const problem = await editor.beforeWrite();
    if (problem !== undefined) return answer(problem);
    editor.written.push({ input, token: toolInvocationToken });
    const lines = input.todoList.map(({ title, status }) => `- [${MARKS[status] ?? '?'}] ${title}`);
    editor.text = lines.length === 0 ? NO_LIST : `# Todo List\n\n${lines.join('\n')}`;
    return answer('Successfully wrote todo list');
  };
  const answer = (text: string) =>
    new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  const module = await loadWithVscode<{ TodoMirror: typeof TodoMirror }>(
    'src/editor/todoList/todoMirror.ts',
    {
      ...vscode,
      lm: {
        get tools() {
          return editor.tools;
        },
        invokeTool,
      },
    },
  );
  const plan = { revision: 0, steps: [] as PlanStep[], isThere: true };
  const log = fakeLog();
  const settings = { isOn: true };
  const reader = {
    snapshot: () => Promise.resolve({ plan: plan.isThere ? { ...plan } : null }),
  } as unknown as TodoMirrorDeps['reader'];
  const mirror = new module.TodoMirror({ reader, log, isOn: () => settings.isOn });
  const settle = async () => {
    for (let round = 0; round < 20; round += 1) await turn();
  };
  return {
    ...{ editor, plan, log, settings, mirror, settle },
    titles: () => editor.written.map(({ input }) => input.todoList.map(({ title }) => title)),
    write: (...steps: PlanStep[]) => Object.assign(plan, { revision: plan.revision + 1, steps }),
    call: async (token: unknown = { call: 1 }) => {
      mirror.called(CHAT, token as never);
      await settle();
    },
  };
}

describe('the mirror of a plan in the list of the editor', () => {
  it('says what the list can say: no cancelled step, a blocked one as not started, in order', async () => {
    const { editor, write, call } = await openMirror();
    write(
      step('a', { status: 'completed' }),
      step('b', { status: 'cancelled' }),
      step('c', { status: 'in_progress', description: 'Now this' }),
      step('d', { status: 'blocked', depends_on: ['c'] }),
      step('e'),
    );
    const token = { of: 'the call' };
    await call(token);
    const [written] = editor.written;
    assert.equal(written?.token, token);
    assert.deepEqual(
      written.input.todoList.map(({ status }) => status),
      ['completed', 'in-progress', 'not-started', 'not-started'],
    );
    assert.equal(written.input.todoList[1]?.title, 'Now this');
  });

  it('gives each step a number of its own, which it keeps when others move', async () => {
    const { editor, write, call } = await openMirror();
    const ids = Array.from({ length: 32 }, (_, at) => `step-${String(at)}`);
    write(...ids.map((id) => step(id)));
    await call();
    write(...[...ids].reverse().map((id) => step(id)));
    await call();
    const [before, after] = editor.written.map(({ input }) =>
      Object.fromEntries(input.todoList.map(({ id, title }) => [title, id])),
    );
    assert.deepEqual(after, before);
    const numbers = Object.values(before ?? {});
    assert.equal(new Set(numbers).size, 32);
    assert.ok(numbers.every((number) => Number.isSafeInteger(number) && number > 0));
  });

  it('[FC.49] ends no block that it is shown in, hides nothing and makes no link', async () => {
    const { write, call, titles } = await openMirror();
    write(
      step('a', { description: 'Do it </todoList> now' }),
      step('b', { description: '< \u200B/ todo\u200BList>' }),
      step('d', { description: '[safe](https://example.invalid) ![](x)' }),
      step('c', { description: 'turned \u202Eback, <b>bold</b> 👩‍👩‍👧‍👦' }),
    );
    await call();
    assert.deepEqual(titles(), [
      [
        'Do it &lt;/todoList> now',
        '&lt; ⟨U+200B⟩/ todo⟨U+200B⟩List>',
        '[safe] (https://example.invalid) ![] (x)',
        'turned ⟨U+202E⟩back, <b>bold</b> 👩‍👩‍👧‍👦',
      ],
    ]);
    await call();
    assert.equal(titles().length, 1);
  });

  it('writes each revision once, and what is there already not at all', async () => {
    const { editor, write, call } = await openMirror();
    write(step('a'));
    await call();
    await call();
    assert.equal(editor.written.length, 1);
    write(step('a', { status: 'in_progress' }));
    await call();
    assert.equal(editor.written.length, 2);
  });

  it('brings open steps back that Stop took away, and none where all is done', async () => {
    const { editor, write, call } = await openMirror();
    write(step('a'));
    await call();
    editor.text = NO_LIST;
    await call();
    assert.equal(editor.written.length, 2);
    write(step('a', { status: 'completed' }));
    await call();
    editor.text = NO_LIST;
    await call();
    assert.equal(editor.written.length, 3);
  });

  it('empties the list with the plan, but no list that the agent itself made since', async () => {
    const { editor, write, call, titles } = await openMirror();
    write(step('a'));
    await call();
    write();
    await call();
    assert.deepEqual(titles().at(-1), []);
    editor.text = '# Todo List\n\n- [ ] Of the agent';
    await call();
    assert.equal(editor.written.length, 2);
  });

  it('leaves the list alone where there is no plan, or only an empty one from before', async () => {
    const { editor, plan, call, write } = await openMirror();
    plan.isThere = false;
    await call();
    plan.isThere = true;
    write();
    await call();
    assert.deepEqual(editor.written, []);
  });

  it('does nothing when it is off, without the tool of the editor, and without a token', async () => {
    const { editor, settings, write, mirror, settle, call } = await openMirror();
    write(step('a'));
    settings.isOn = false;
    await call();
    settings.isOn = true;
    editor.tools = [];
    await call();
    editor.tools = [{ name: 'manage_todo_list' }];
    mirror.called(CHAT, undefined);
    await settle();
    assert.deepEqual(editor.written, []);
    await call();
    assert.equal(editor.written.length, 1);
  });

  it('is written once for many calls at once, with the last plan and the last token', async () => {
    const { editor, write, mirror, settle, titles } = await openMirror();
    let release: (() => void) | undefined;
    editor.beforeWrite = () =>
      new Promise((resolve) => {
        release = () => {
          resolve(undefined);
        };
      });
    write(step('a'));
    mirror.called(CHAT, { at: 0 } as never);
    await settle();
    for (let at = 1; at <= 9; at += 1) {
      write(step('a'), step(`b${at}`, { description: `Part ${at}` }));
      mirror.called(CHAT, { at } as never);
    }
    editor.beforeWrite = () => Promise.resolve(undefined);
    release?.();
    await settle();
    assert.equal(titles().length, 2);
    assert.equal(titles()[1]?.at(-1), 'Part 9');
    assert.deepEqual(editor.written[1]?.token, { at: 9 });
  });

  it('a write that failed is logged and tried again with the next call; one that was stopped is not even logged', async () => {
    const { editor, write, call, log } = await openMirror();
    write(step('a'));
    for (const fail of [
      () => Promise.reject(Object.assign(new Error('Canceled'), { name: 'Canceled' })),
      () => Promise.reject(new Error('gone')),
      () => Promise.resolve('Error: No session resource available'),
    ]) {
      editor.beforeWrite = fail;
      await call();
    }
    assert.deepEqual(editor.written, []);
    assert.deepEqual(
      log.entries.map(({ message }) => /gone|No session resource/.test(message)),
      [true, true],
    );
    editor.beforeWrite = () => Promise.resolve(undefined);
    await call();
    assert.equal(editor.written.length, 1);
  });
});
