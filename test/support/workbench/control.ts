import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ScriptedToolCall {
  readonly name: string;
  readonly input?: unknown;
  readonly callId?: string;
  /** Makes the input from what came before; must not use anything outside itself. */
  readonly inputFunction?: string | ((state: ScriptState) => unknown);
}

export interface ScriptState {
  readonly lastResult: string;
  readonly results: readonly string[];
  readonly lastUserText: string;
}

export interface ScriptedReply {
  readonly text?: string | readonly string[];
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly delayMs?: number;
  /** Never ends by itself, only when the person presses Stop. */
  readonly hang?: boolean;
  readonly error?: string;
  /** Which requests take it: those that offer tools (default), those that do not, or any. */
  readonly kind?: 'agent' | 'plain' | 'any';
  /** Text that must occur in the last user message. */
  readonly match?: string;
}

export type LoggedPart =
  | { readonly type: 'text'; readonly value: string }
  | {
      readonly type: 'tool_call';
      readonly callId: string;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly type: 'tool_result'; readonly callId: string; readonly text: string }
  | { readonly type: 'data'; readonly mimeType: string; readonly text: string }
  | { readonly type: 'other'; readonly text: string };

export interface LoggedMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: readonly LoggedPart[];
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: unknown;
  readonly tags?: readonly string[];
}

export interface LoggedRequest {
  readonly index: number;
  readonly model: string;
  readonly kind: 'agent' | 'plain';
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly cancelled?: boolean;
  readonly messages: readonly LoggedMessage[];
  readonly tools: readonly ToolDescription[];
  readonly lastUserText: string;
  readonly reply: ScriptedReply & { readonly unscripted?: boolean };
}

export interface BenchRun {
  readonly prompt: string;
  readonly session: string | null;
  readonly calls: readonly {
    readonly name: string;
    readonly ms: number;
    readonly text?: string;
    readonly error?: string;
  }[];
}

export interface ControlAddress {
  readonly file: string;
  readonly pid: number;
  readonly port: number;
}

/** The door into one window's extension host, kept open by the scripted model's extension. */
export class Control {
  constructor(
    readonly address: ControlAddress,
    private readonly token: string,
  ) {}

  ping(): Promise<{ pid: number; version: string; folders: string[] }> {
    return this.call('ping');
  }

  /** Runs an editor command; `{ $uri: text }` anywhere in the arguments becomes a Uri. */
  executeCommand<T = unknown>(command: string, ...args: readonly unknown[]): Promise<T> {
    return this.call('executeCommand', { command, args });
  }

  setScript(...replies: readonly ScriptedReply[]): Promise<void> {
    return this.call('setScript', { replies: replies.map(withSources) });
  }

  appendScript(...replies: readonly ScriptedReply[]): Promise<void> {
    return this.call('appendScript', { replies: replies.map(withSources) });
  }

  remainingScript(): Promise<ScriptedReply[]> {
    return this.call('remainingScript');
  }

  requests(since = 0): Promise<LoggedRequest[]> {
    return this.call('requests', { since });
  }

  requestCount(): Promise<number> {
    return this.call('requestCount');
  }

  benchRuns(since = 0): Promise<BenchRun[]> {
    return this.call('benchRuns', { since });
  }

  /** The chat session of each call of `bench_noop`, as the tool saw it. */
  noopSessions(): Promise<(string | null)[]> {
    return this.call('noopSessions');
  }

  tools(): Promise<ToolDescription[]> {
    return this.call('tools');
  }

  /** `lm.invokeTool` without a token, as any extension may do it. */
  invokeTool(name: string, input: unknown): Promise<{ text: string; hasError: boolean }> {
    return this.call('invokeTool', { name, input });
  }

  models(vendor?: string): Promise<{ id: string; name: string; family: string }[]> {
    return this.call('models', { vendor });
  }

  extension(id: string): Promise<{
    isActive: boolean;
    extensionPath: string;
    version: string;
    exports?: unknown;
  }> {
    return this.call('extension', { id });
  }

  /** Waits for the extension's activation; `ms` is its cost when it was not active before. */
  activate(id: string): Promise<{ wasActive: boolean; ms: number }> {
    return this.call('activate', { id });
  }

  callExport<T = unknown>(id: string, name: string, ...args: readonly unknown[]): Promise<T> {
    return this.call('callExport', { id, name, args });
  }

  /** One of the named questions in the fixture's probes.js. */
  probe<T = unknown>(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return this.call('probe', { name, args });
  }

  private async call<T>(method: string, params: unknown = {}): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${String(this.address.port)}/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, connection: 'close' },
      body: JSON.stringify({ method, params }),
    });
    if (!response.ok) throw new Error(`Control ${method}: HTTP ${String(response.status)}`);
    const answer = (await response.json()) as { result?: T; error?: ControlFailure };
    if (answer.error !== undefined) throw new ControlError(method, answer.error);
    return answer.result as T;
  }
}

interface ControlFailure {
  readonly name?: string;
  readonly code?: string;
  readonly message: string;
}

/** What the called command or tool threw, in the extension host. */
export class ControlError extends Error {
  readonly code: string | undefined;

  constructor(method: string, failure: ControlFailure) {
    super(`${method}: ${failure.message}`);
    this.name = failure.name ?? 'ControlError';
    this.code = failure.code;
  }
}

export function announcedControls(folder: string): ControlAddress[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      return { file, ...(JSON.parse(readFileSync(file, 'utf8')) as { pid: number; port: number }) };
    });
}

/** The control server of the window that opened after `known` was listed. */
export async function waitForControl(
  folder: string,
  known: ReadonlySet<string>,
  token: string,
  timeoutMs = 120_000,
): Promise<Control> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    const fresh = announcedControls(folder).filter(({ file }) => !known.has(file));
    const newest = fresh.at(-1);
    if (newest !== undefined) {
      const control = new Control(newest, token);
      await control.ping();
      return control;
    }
    await sleep(100);
  }
  throw new Error('The window announced no control server: is the scripted model installed?');
}

/** The reply as JSON can carry it: input functions become their source. */
export function withSources(reply: ScriptedReply): ScriptedReply {
  if (reply.toolCalls === undefined) return reply;
  const toolCalls = reply.toolCalls.map((call) =>
    typeof call.inputFunction === 'function'
      ? { ...call, inputFunction: call.inputFunction.toString() }
      : call,
  );
  return { ...reply, toolCalls };
}
