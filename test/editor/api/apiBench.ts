import type * as Api from '../../../src/editor/api/extensionApi';
import type { PlanSession, PlanTurn, SessionPlansApi } from '../../../src/protocol/extensionApi';
import { openBench, type Bench } from '../../service/serviceFixtures';
import { FakeTokenSource } from '../../support/fakeTokenSource';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

export const PLANNER = 'acme.planner.agent';
export const SILENT = 'acme.silent';
export const OTHER = 'umbrella.other.agent';
export const OURS = 'sessionPlans.plan';

export interface FakeExtension {
  readonly id: string;
  packageJSON: unknown;
}

export function extensionOf(id: string, participants: string[], declared?: unknown): FakeExtension {
  return {
    id,
    packageJSON: {
      contributes: {
        chatParticipants: participants.map((each) => ({ id: each, name: each.split('.')[1] })),
      },
      ...(declared !== undefined && { sessionPlans: { participants: declared } }),
    },
  };
}

/** The API as other extensions are given it; service and store are the real ones. */
export async function openApi(bench: Bench = openBench()) {
  const { vscode } = fakeVscode();
  const extensions: FakeExtension[] = [
    extensionOf('acme.planner', [PLANNER, SILENT], [{ id: PLANNER, planning: true }]),
    extensionOf('umbrella.other', [OTHER], [{ id: OTHER, planning: true }]),
    extensionOf('session-plans.session-plans', [OURS], [{ id: OURS, planning: true }]),
    { id: 'nobody.odd', packageJSON: { contributes: { chatParticipants: 'all of them' } } },
    { id: 'nobody.bare', packageJSON: null },
  ];
  const person = {
    enabled: true,
    /** What the editor's card answers. */
    card: (): object | Promise<object> => ({ rejected: true }),
    /** Tokens that the card was called with. */
    cards: [] as unknown[],
    shown: [] as string[],
  };
  const { createExtensionApi } = await loadWithVscode<typeof Api>(
    'src/editor/api/extensionApi.ts',
    {
      ...vscode,
      CancellationTokenSource: FakeTokenSource,
      extensions: { all: extensions },
      lm: {
        tools: [{ name: 'vscode_reviewPlan' }],
        invokeTool: async (_name: string, options: { toolInvocationToken: unknown }) => {
          person.cards.push(options.toolInvocationToken);
          bench.clock.advance(5_000);
          return {
            content: [new vscode.LanguageModelTextPart(JSON.stringify(await person.card()))],
          };
        },
      },
      workspace: { getConfiguration: () => ({ get: () => undefined }) },
    },
  );
  const created = createExtensionApi({
    ...{ service: bench.service, clock: bench.clock, log: bench.log },
    current: { called: (key) => void person.shown.push(key) },
    workspace: () => 'file:///project',
    enabled: () => person.enabled,
    ownExtensionId: 'session-plans.session-plans',
  });
  const { api } = created;
  return {
    ...{ api, bench, extensions, person },
    dispose: () => {
      created.dispose();
    },
    open: (chat = 'one', participant = PLANNER) => openChat(api, chat, participant),
    begin: async (chat = 'one', participant = PLANNER) => {
      const session = await openChat(api, chat, participant);
      return { session, turn: await session.beginTurn() };
    },
  };
}

/** As the editor gives it to a participant. */
export function tokenOf(chat: string): object {
  return { sessionResource: { scheme: 'chat', path: chat } };
}

function openChat(api: SessionPlansApi, chat: string, participant: string): Promise<PlanSession> {
  return api.openSession({ participant, token: tokenOf(chat) });
}

/** A call that replaces the plan of this revision by these steps. */
export function write(turn: PlanTurn, revision: number, ...ids: string[]) {
  const steps = ids.map((id) => ({ id, description: `Do ${id}`, status: 'pending' }));
  return turn.call(`call-${String(revision)}`, 'update_plan', {
    expected_revision: revision,
    steps,
  });
}
