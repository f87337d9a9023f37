import { MessageChannel } from '../src/protocol/messageChannel';
import type { PlanModeState } from '../src/protocol/planView';
import {
  type BodyOf,
  type Answer,
  type ToHost,
  type ToView,
  toViewSchema,
} from '../src/protocol/webviewMessages';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The editor's side as the panel sees it. */
export interface HostConnection {
  send(message: BodyOf<ToHost>): void;
  /** The document of one revision. */
  openRevision(session: string, revision: number): Promise<Answer>;
  /** The lines before the one at this cursor. */
  revisionsBefore(session: string, before: string): Promise<Answer>;
  /** Rejects where the host could not answer. */
  planMode(
    question: BodyOf<Extract<ToHost, { kind: 'planMode' | 'setPlanMode' }>>,
  ): Promise<PlanModeState | null>;
  loadState(): unknown;
  saveState(state: unknown): void;
}

export function connectHost(onMessage: (message: ToView) => void): HostConnection {
  const api = acquireVsCodeApi();
  let askedToReload = false;
  const channel = new MessageChannel<ToView>({
    incoming: toViewSchema,
    post: (message) => {
      api.postMessage(message);
    },
    handle: (message) => {
      onMessage(message);
      return undefined;
    },
    onOtherVersion: () => {
      if (askedToReload) return;
      askedToReload = true;
      channel.send({ kind: 'reload' });
    },
    warn: (text) => {
      console.warn(text);
    },
    startTimer: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => {
        clearTimeout(timer);
      };
    },
  });
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    channel.receive(event.data);
  });
  return {
    send: (message) => {
      channel.send(message);
    },
    revisionsBefore: (session, before) => channel.request({ kind: 'page', session, before }),
    openRevision: (session, revision) => channel.request({ kind: 'revision', session, revision }),
    planMode: async (question) => {
      const answer = await channel.request(question);
      if (answer.ok && answer.value.kind === 'planMode') return answer.value.state;
      throw new Error(answer.ok ? 'failed' : answer.error);
    },
    loadState: () => api.getState(),
    saveState: (state) => {
      api.setState(state);
    },
  };
}
