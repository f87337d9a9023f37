import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { exportFileName } from '../domain/exportFileName';
import { comparableMarkdown, planMarkdown } from '../domain/planMarkdown';
import { PlanError } from '../domain/planError';
import type { StartTimer } from '../protocol/messageChannel';
import type { PlanReader } from '../service/planReader';
import type { SessionKey, SessionSummary } from '../service/planStore';
import type { Log } from '../service/ports';
import { Pace } from './pace';
import { problemOf } from './readProblem';
import { storedPlan } from './storedPlan';

/** package.json names it as well: a tab of it that a window brings back starts the extension. */
export const PLAN_SCHEME = 'session-plan';

const addressSchema = z.strictObject({
  session: z.string(),
  /** Absent: the latest one, whatever becomes of it. */
  revision: z.optional(z.int().check(z.minimum(1))),
  /** Only what can be compared with another revision. */
  comparable: z.optional(z.literal(true)),
});
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

/** Serves plans as Markdown that can be read, searched and compared, and lives in no folder. */
export function registerPlanDocuments(deps: {
  readonly reader: PlanReader;
  readonly startTimer: StartTimer;
  readonly log: Log;
}): vscode.Disposable {
  const { reader, startTimer, log } = deps;
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const sessions = new Set<SessionKey>();
  const pace = new Pace(startTimer, () => {
    for (const { uri } of vscode.workspace.textDocuments) {
      const address = uri.scheme === PLAN_SCHEME ? addressOf(uri) : undefined;
      if (address && isLive(address) && sessions.has(address.session)) changed.fire(uri);
    }
    sessions.clear();
  });
  const tell = (session: SessionKey): void => {
    sessions.add(session);
    pace.ask();
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(PLAN_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        try {
          return await textAt(reader, uri);
        } catch (error) {
          log.error('A plan could not be shown as Markdown.', error);
          return problemText(error);
        }
      },
    }),
    reader.onDidCommit(({ session }) => {
      tell(session);
    }),
    reader.onDidChangeElsewhere(tell),
    {
      dispose: () => {
        pace.stop();
      },
    },
  );
}

function isLive({ revision }: PlanAddress): boolean {
  return revision === undefined;
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
  return problemOf(error, t('The plan cannot be read now; the log has the reason.')).message;
}

/** Undefined for an address that is none of ours: anybody can make up one. */
function addressOf({ query }: vscode.Uri): PlanAddress | undefined {
  try {
    return addressSchema.parse(JSON.parse(query));
  } catch {
    return undefined;
  }
}
