import type { createPlanReviewer } from '../../../src/editor/review/planReviewer';
import type { ModeBench } from '../../service/planModeFixtures';
import { SESSION } from '../../service/serviceFixtures';
import { FakeTokenSource } from '../../support/fakeTokenSource';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

export interface CardInput {
  readonly title: string;
  readonly content: string;
  readonly actions: readonly { label: string; description: string; default: boolean }[];
  readonly canProvideFeedback: boolean;
}

interface Item {
  readonly label: string;
  readonly detail?: string;
}

type Choose = (labels: string[]) => string | undefined | Promise<string | undefined>;
type Reviewer = typeof createPlanReviewer;

/** A person before the card of the editor and before our own question, whichever is shown. */
export async function openDesk(bench: ModeBench) {
  const { vscode } = fakeVscode();
  const desk = {
    cards: [] as CardInput[],
    picks: [] as { title: string; placeholder: string; labels: string[] }[],
    said: [] as unknown[],
    settings: {} as Record<string, unknown>,
    hasCard: true,
    /** What the card answers, after so many milliseconds. */
    card: (): unknown => ({ rejected: true }),
    delay: 5_000,
    /** The label that is chosen in our own question; undefined closes it. */
    choose: undefined as Choose | undefined,
    feedback: undefined as string | undefined,
    request: new FakeTokenSource(),
  };
  const quickPick = () => {
    const events: Record<string, () => void> = {};
    const pick = {
      ...{ title: '', placeholder: '', items: [] as Item[], selectedItems: [] as Item[] },
      onDidAccept: (listener: () => void) => void (events['accept'] = listener),
      onDidHide: (listener: () => void) => void (events['hide'] = listener),
      hide: () => events['hide']?.(),
      dispose: () => undefined,
      show: () => {
        const labels = pick.items.map(({ label }) => label);
        desk.picks.push({ title: pick.title, placeholder: pick.placeholder, labels });
        void Promise.resolve(desk.choose?.(labels)).then((label) => {
          if (label === undefined) {
            pick.hide();
            return;
          }
          pick.selectedItems = pick.items.filter((item) => item.label === label);
          events['accept']?.();
        });
      },
    };
    return pick;
  };
  const { createPlanReviewer: create } = await loadWithVscode<{ createPlanReviewer: Reviewer }>(
    'src/editor/review/planReviewer.ts',
    {
      ...vscode,
      CancellationTokenSource: FakeTokenSource,
      QuickPickItemKind: { Separator: -1 },
      lm: {
        get tools() {
          return desk.hasCard ? [{ name: 'vscode_reviewPlan' }] : [];
        },
        invokeTool: async (_name: string, { input }: { input: CardInput }) => {
          desk.cards.push(input);
          const answer = await desk.card();
          bench.clock.advance(desk.delay);
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
          return { content: [new vscode.LanguageModelTextPart(text)] };
        },
      },
      window: { createQuickPick: quickPick, showInputBox: async () => desk.feedback },
      workspace: {
        getConfiguration: () => ({ get: (name: string) => desk.settings[name] }),
      },
    },
  );
  const reviewer = create({ service: bench.service, clock: bench.clock, log: bench.log });
  const stream = {
    markdown: (text: string) => void desk.said.push(text),
    button: (command: object) => void desk.said.push(command),
  };
  const exit = (call_id: string, input: unknown = { expected_revision: 1 }, inChat = true) =>
    reviewer.answer({
      ...{ session: SESSION, turn_id: bench.turn(), call_id, input, stream },
      ...{ token: desk.request.token, toolInvocationToken: inChat ? {} : undefined },
    } as never);
  return { desk, exit };
}
