// @ts-check
// A whole chat participant whose plans last: what has to do with plans are the lines with `turn` in them.
const vscode = require('vscode');

/** @typedef {import('session-plans/api').SessionPlansApi} SessionPlansApi */
/** @typedef {import('session-plans/api').PlanTurn} PlanTurn */
/** @typedef {import('session-plans/api').StepsChanged} StepsChanged */
/** @typedef {vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart} SaidPart */
/** @typedef {vscode.LanguageModelTextPart | vscode.LanguageModelToolResultPart | vscode.LanguageModelDataPart} AskedPart */

/** As package.json has it, under `contributes.chatParticipants` and `sessionPlans.participants`. */
const PARTICIPANT = 'session-plans-examples.planner';
const MAX_ROUNDS = 20;
const ROLE = 'You are @planner, an agent in a code editor. Do what the user asks.';
const FIND_FILES = {
  name: 'find_files',
  description: 'Lists up to 50 files of the workspace that fit a glob pattern.',
  inputSchema: {
    type: 'object',
    properties: { pattern: { type: 'string' } },
    required: ['pattern'],
  },
};

/** @param {vscode.ExtensionContext} context */
exports.activate = (context) => {
  context.subscriptions.push(vscode.chat.createChatParticipant(PARTICIPANT, answer));
};

/** @type {vscode.ChatRequestHandler} */
async function answer(request, context, stream, token) {
  const plans = await beginTurn(request, token);
  const steps = plans?.api.onDidChangeSteps({ participant: PARTICIPANT }, (change) => {
    if (change.session === plans.session.id) stream.markdown(lines(change));
  });
  try {
    await work(request, context, stream, token, plans?.turn);
  } finally {
    steps?.dispose();
    await plans?.turn.end();
  }
  return plans ? { metadata: { planSession: plans.session.id } } : {};
}

/**
 * A plan helps and nothing depends on it: without Session Plans, or where it cannot, the answer goes on.
 * @param {vscode.ChatRequest} request
 * @param {vscode.CancellationToken} token
 */
async function beginTurn(request, token) {
  try {
    /** @type {SessionPlansApi | undefined} */
    const api = await vscode.extensions.getExtension('session-plans.session-plans')?.activate();
    if (api?.apiVersion !== 1) return undefined;
    const { toolInvocationToken } = request;
    const session = await api.openSession({ participant: PARTICIPANT, token: toolInvocationToken });
    return { api, session, turn: await session.beginTurn(token) };
  } catch (error) {
    console.warn('This answer has no plan.', error);
    return undefined;
  }
}

/**
 * @param {vscode.ChatRequest} request
 * @param {vscode.ChatContext} context
 * @param {vscode.ChatResponseStream} stream
 * @param {vscode.CancellationToken} token
 * @param {PlanTurn | undefined} turn
 */
async function work(request, context, stream, token, turn) {
  const { User, Assistant } = vscode.LanguageModelChatMessage;
  const planning = (await turn?.tools()) ?? { tools: [], guidance: null };
  const tools = [...planning.tools, FIND_FILES];
  const role = planning.guidance === null ? ROLE : `${ROLE}\n\n${planning.guidance}`;
  const messages = [User(role), ...context.history.map(toMessage)];
  /** @type {AskedPart[]} */
  let asked = [new vscode.LanguageModelTextPart(request.prompt)];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    // The plan of the moment is in this one request and in no history: `messages` never holds it.
    const tail = await tailOf(turn);
    const sent = [...messages, User([...asked, ...tail])];
    const response = await request.model.sendRequest(sent, { tools }, token);
    messages.push(User(asked));
    /** @type {SaidPart[]} */
    const said = [];
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) stream.markdown(part.value);
      else if (!(part instanceof vscode.LanguageModelToolCallPart)) continue;
      said.push(part);
    }
    messages.push(Assistant(said));
    asked = [];
    for (const part of said) {
      if (!(part instanceof vscode.LanguageModelToolCallPart)) continue;
      const text = await resultOf(part, planning.tools, `${round}:${part.callId}`, turn);
      const content = [new vscode.LanguageModelTextPart(text)];
      asked.push(new vscode.LanguageModelToolResultPart(part.callId, content));
    }
    if (asked.length === 0) return;
  }
  stream.markdown(`\n\nStopped after ${MAX_ROUNDS} requests to the model.`);
}

/** @param {PlanTurn | undefined} turn */
async function tailOf(turn) {
  const boundary = await turn?.boundary();
  const texts = [boundary?.modeGuidance, boundary?.notice, boundary?.reminder?.text];
  const parts = texts.flatMap((text) => (text ? [new vscode.LanguageModelTextPart(text)] : []));
  if (parts.length === 0) return [];
  // What stands before this marker is the same in the next request, so that a provider can cache it.
  const marker = new TextEncoder().encode('ephemeral');
  return [new vscode.LanguageModelDataPart(marker, 'cache_control'), ...parts];
}

/**
 * @param {vscode.LanguageModelToolCallPart} call
 * @param {readonly { name: string }[]} planTools
 * @param {string} callId Models may count from one in each answer, and an id is for one call of the session.
 * @param {PlanTurn | undefined} turn
 */
async function resultOf({ name, input }, planTools, callId, turn) {
  if (turn && planTools.some((tool) => tool.name === name)) {
    const { content } = await turn.call(`${turn.id}:${callId}`, name, input);
    return content.map(({ text }) => text).join('\n');
  }
  if (name !== FIND_FILES.name) return `ERROR: There is no tool ${name}.`;
  const { pattern } = /** @type {{ pattern?: unknown }} */ (input);
  const files = await vscode.workspace.findFiles(String(pattern), undefined, 50);
  return files.map((file) => vscode.workspace.asRelativePath(file)).join('\n') || 'None.';
}

/** @param {StepsChanged} change */
function lines({ events }) {
  const moves = events.filter(({ kind }) => /created|status_changed|deleted/.test(kind));
  const said = moves.map(({ kind, item, previous_state: before }) =>
    kind === 'planning.deleted'
      ? `- ${item.content}: gone`
      : `- ${item.content}: ${before?.status ?? 'new'} → ${item.status}`,
  );
  return `\n${said.join('\n')}\n\n`;
}

/** @param {vscode.ChatRequestTurn | vscode.ChatResponseTurn} turn */
function toMessage(turn) {
  const { User, Assistant } = vscode.LanguageModelChatMessage;
  if (turn instanceof vscode.ChatRequestTurn) return User(turn.prompt);
  const texts = turn.response.map((part) =>
    part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : '',
  );
  return Assistant(texts.join(''));
}
