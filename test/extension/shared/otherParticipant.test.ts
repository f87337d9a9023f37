import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '../../server/serverProcess';
import type { ChatAnswer } from '../../support/workbench/chatDriver';
import type { LoggedRequest, ScriptedReply } from '../../support/workbench/control';
import { inOneRound, planToolsOf, type Product, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

const PLANNER = 'session-plans-examples.planner';
const HELLO = { text: 'Hello.' };

/** All that went to the model, as bytes. */
function bytesOf({ requests }: ChatAnswer): string[] {
  return requests.map(({ messages, tools }) => JSON.stringify({ messages, tools }));
}

function tailOf(request: LoggedRequest | undefined): string {
  const { content = [] } = request?.messages.at(-1) ?? {};
  const marker = content.findIndex((part) => part.type === 'data');
  return marker < 0 ? '' : JSON.stringify(content.slice(marker));
}

/** The messages without that. */
function frontOf({ messages }: LoggedRequest): string[] {
  return messages.map(({ role, content }) => {
    const marker = content.findIndex((part) => part.type === 'data');
    return JSON.stringify({ role, content: marker < 0 ? content : content.slice(0, marker) });
  });
}

function sessionOf({ result }: ChatAnswer): string {
  return (result.metadata as unknown as { planSession: string }).planSession;
}

describe('the chat participant of another extension', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  const ask = async (words: string, ...replies: ScriptedReply[]): Promise<ChatAnswer> => {
    const answer = await product.chat.ask(`@planner ${words}`, { replies });
    // Not those of the agent, which gives the chat its title.
    return { ...answer, requests: answer.requests.filter(({ kind }) => kind === 'agent') };
  };

  const undeclare = async (): Promise<void> => {
    const { data, extensions } = product.workbench.profile;
    const file = join(extensions, 'session-plans-examples.planner-0.0.1', 'package.json');
    const { sessionPlans, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as object & {
      sessionPlans: unknown;
    };
    assert.ok(sessionPlans);
    writeFileSync(file, JSON.stringify(rest));
    // What the editor remembers of manifests.
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('CachedProfilesData')) rmSync(join(data, name), { recursive: true });
    }
    await product.reload();
  };

  /** As a program outside of the editor is told of them. */
  const plansOf = async (...sessions: string[]): Promise<unknown[]> => {
    const server = new ServerProcess(['--stdio', '--store', `sqlite:${product.storage}`]);
    try {
      const plans: unknown[] = [];
      for (const sessionId of sessions) {
        const { plan } = await server.result<{ plan?: unknown }>('session/snapshot', { sessionId });
        plans.push(plan);
      }
      return plans;
    } finally {
      await server.dispose();
    }
  };

  let first: ChatAnswer;

  it('[DP.12][FC.53] keeps a plan where that is declared, and is told what becomes of each step', async () => {
    await product.chat.newChat();
    first = await ask(
      'fix the tests',
      inOneRound(updatePlan(0, stepsOf('fix', 2, 0))),
      inOneRound(updatePlan(1, stepsOf('fix', 2, 1))),
      { text: 'One is done.' },
    );
    assert.equal(first.result.errorDetails, undefined);
    assert.ok(planToolsOf(first.requests[0]!).some(({ name }) => name === 'update_plan'));
    assert.equal(tailOf(first.requests[0]), '');
    assert.match(tailOf(first.requests[2]), /cache_control.*Revision: 2.*\[fix-2\]/);
    // Each request but for its tail is the beginning of the next one.
    first.requests.map(frontOf).reduce((before, next) => {
      assert.deepEqual(next.slice(0, before.length), before);
      return next;
    });
    const [shown = ''] = await product.chat.renderedChats();
    for (const line of [
      'fix: part 1: new → in_progress',
      'fix: part 2: new → pending',
      'fix: part 1: in_progress → completed',
    ]) {
      assert.ok(shown.includes(line), `${line} in ${shown}`);
    }
    await product.panelShows('fix: part 2');
    await product.panelShows(/Revision 2\b/);
    assert.match(
      sessionOf(first),
      /^vscode-chat-session:.*#session-plans-examples\.planner\.session-plans-examples\.planner$/,
    );
    await product.chat.newChat();
    await product.chat.control.executeCommand('sessionPlans.openChat', {
      session: sessionOf(first),
    });
    await product.window.page
      .locator('.editor-instance .interactive-session')
      .getByText('One is done.')
      .first()
      .waitFor();
  });

  it('[DP.9][DP.11] is as without us where it is not declared any more, except in the chat that it was declared for', async () => {
    // Switched off by the person: the example goes on as if there were no Session Plans.
    await product.configure({ enabled: false });
    await product.chat.newChat();
    const without = await ask('say hello', HELLO);
    await product.configure({ enabled: undefined });
    assert.equal(without.result.metadata && sessionOf(without), undefined);

    await undeclare();
    await product.chat.newChat();
    const undeclared = await ask('say hello', HELLO);
    assert.deepEqual(bytesOf(undeclared), bytesOf(without));
    assert.equal(bytesOf(undeclared).length, 1);
    assert.deepEqual(
      undeclared.requests[0]?.tools.map(({ name }) => name),
      ['find_files'],
    );

    const old = sessionOf(first);
    await product.chat.openSession(old.slice(0, old.indexOf('#')));
    const again = await ask('go on', inOneRound(updatePlan(2, stepsOf('fix', 2, 2))), {
      text: 'Fixed.',
    });
    assert.equal(sessionOf(again), old);
    assert.deepEqual(planToolsOf(again.requests[0]!), planToolsOf(first.requests[0]!));
    assert.match(tailOf(again.requests[0]), /Revision: 2/);
    const [plan, none] = await plansOf(old, sessionOf(undeclared));
    assert.equal((plan as { revision: number }).revision, 3);
    // JSON keeps null: a plan that was not written yet would be there.
    assert.equal(none, undefined);
    const listed = await product.chat.control.callExport<{ sessionId: string; total?: number }[]>(
      'session-plans.session-plans',
      'listSessions',
      { participant: PLANNER },
    );
    assert.deepEqual(
      listed.map(({ sessionId, total }) => [sessionId, total]),
      [
        [old, 2],
        [sessionOf(undeclared), undefined],
      ],
    );
  });
});
