import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { exportFileName } from '../../domain/exportFileName';
import { comparableMarkdown, planMarkdown } from '../../domain/planMarkdown';
import { PlanError } from '../../domain/planError';
import { digest } from '../../host/digest';
import type { StartTimer } from '../../protocol/messageChannel';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey, SessionSummary } from '../../service/planStore';
import type { Disposable, Log } from '../../service/ports';
import { inWords } from '../inWords';
import { Pace } from '../pace';
import { storedPlan } from '../commands/storedPlan';

/** package.json names it as well: a tab of it that a window brings back starts the extension. */
export const PLAN_SCHEME = 'session-plan';

const addressSchema = z.lazy(() =>
  z.strictObject({
    session: z.string(),
    /** Absent: the latest one, whatever becomes of it. */
    revision: z.optional(z.int().check(z.minimum(1))),
    /** Only what can be compared with another revision. */
    comparable: z.optional(z.literal(true)),
  }),
);
type PlanAddress = z.infer<typeof addressSchema>;

/** The title is what the tab is called; what is shown is named by the rest. */
export function planUri(title: string, address: PlanAddress): vscode.Uri {
  const { revision } = address;
  const name = exportFileName(title);
  const tab = revision === undefined ? name : vscode.l10n.t('{0} (revision {1})', name, revision);
  return vscode.Uri.from({
    scheme: PLAN_SCHEME,
    path: `/${tab}.md`,
    query: JSON.stringify(address),
  });
}

/** In a tab that cannot be written to; without a revision it goes on with the plan. */
export async function showPlanDocument(
  { key, title }: Pick<SessionSummary, 'key' | 'title'>,
  revision: number | undefined,
): Promise<void> {
  const uri = planUri(title, { session: key, ...(revision !== undefined && { revision }) });
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
}

/**
 * Serves plans as Markdown that can be read, searched and compared, and lives in no folder: as files, since
 * the editor brings back no other tabs after a reload.
 */
export function registerPlanDocuments(deps: {
  readonly reader: PlanReader;
  readonly startTimer: StartTimer;
  readonly log: Log;
}): vscode.Disposable {
  const files = new PlanFiles(deps);
  const isReadonly = new vscode.MarkdownString(
    vscode.l10n.t('A plan is changed by its agent. Ask for what you want in the chat.'),
  );
  return vscode.Disposable.from(
    files,
    vscode.workspace.registerFileSystemProvider(PLAN_SCHEME, files, { isReadonly }),
  );
}

class PlanFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #reader: PlanReader;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #sessions = new Set<SessionKey>();
  readonly #pace: Pace;
  readonly #listeners: readonly Disposable[];
  readonly onDidChangeFile = this.#changed.event;

  constructor({ reader, startTimer, log }: Parameters<typeof registerPlanDocuments>[0]) {
    this.#reader = reader;
    this.#log = log;
    this.#pace = new Pace(startTimer, () => {
      this.#tell();
    });
    this.#listeners = [
      reader.onDidCommit(({ session }) => {
        this.#ask(session);
      }),
      reader.onDidChangeElsewhere((session) => {
        this.#ask(session);
      }),
    ];
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const bytes = await this.readFile(uri);
    // The editor takes a file for changed where these differ, and a plan may change in any way.
    const mtime = parseInt(digest(new TextDecoder().decode(bytes)).slice(0, 12), 16);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    try {
      return new TextEncoder().encode(await textAt(this.#reader, uri));
    } catch (error) {
      this.#log.error('A plan could not be shown as Markdown.', error);
      return new TextEncoder().encode(problemText(error));
    }
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#pace.stop();
    this.#changed.dispose();
  }

  #ask(session: SessionKey): void {
    this.#sessions.add(session);
    this.#pace.ask();
  }

  /** Of the documents that go on with their plans. */
  #tell(): void {
    const changed = vscode.workspace.textDocuments.flatMap(({ uri }) => {
      const address = uri.scheme === PLAN_SCHEME ? addressOf(uri) : undefined;
      const isLive = address?.revision === undefined;
      return address && isLive && this.#sessions.has(address.session) ? [uri] : [];
    });
    this.#sessions.clear();
    const type = vscode.FileChangeType.Changed;
    if (changed.length > 0) this.#changed.fire(changed.map((uri) => ({ type, uri })));
  }
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions();
}

async function textAt(reader: PlanReader, uri: vscode.Uri): Promise<string> {
  const address = addressOf(uri);
  if (!address) return vscode.l10n.t('There is no plan at this address.');
  const { title, plan } = await storedPlan(reader, address.session, address.revision);
  return plan && address.comparable ? comparableMarkdown(title, plan) : planMarkdown(title, plan);
}

function problemText(error: unknown): string {
  const { t } = vscode.l10n;
  if (PlanError.is(error, 'session_not_found')) {
    return t(
      'This plan is no longer there. "Restore Deleted Plan" brings it back for 30 days after it was deleted.',
    );
  }
  if (PlanError.is(error)) return inWords(error.sentence);
  return t('The plan cannot be read now; the log has the reason.');
}

/** Undefined for an address that is none of ours: anybody can make up one. */
function addressOf({ query }: vscode.Uri): PlanAddress | undefined {
  try {
    return addressSchema.parse(JSON.parse(query));
  } catch {
    return undefined;
  }
}
