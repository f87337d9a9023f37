import * as vscode from 'vscode';
import { type PlanTarget, planTargetSchema } from '../../protocol/planTarget';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import { tellOfFailure } from '../commands/commandRegistration';
import type { CurrentSession } from '../currentSession';
import { showPlanDocument } from './planDocuments';
import { knownRevision } from '../commands/storedPlan';

/** This extension, by its id. */
export const PLAN_LINK_HOST = 'session-plans.session-plans';
const PLACE = '/session/';
/** No session key is that long; a link can be. */
const MAX_KEY_LENGTH = 2_000;

type LinkTarget = PlanTarget & { readonly session: SessionKey };

/** `vscode://session-plans.session-plans/session/<key>?revision=<n>`, with the scheme of this editor. */
export function planLink({ session, revision }: LinkTarget): string {
  const query = revision === undefined ? '' : `?revision=${String(revision)}`;
  const place = PLACE + encodeURIComponent(session);
  return `${vscode.env.uriScheme}://${PLAN_LINK_HOST}${place}${query}`;
}

/** Undefined for what is no link to a plan. The editor has decoded its parts. */
export function linkTarget({
  path,
  query,
}: Pick<vscode.Uri, 'path' | 'query'>): LinkTarget | undefined {
  const session = path.slice(PLACE.length);
  const isKey = session !== '' && session.length <= MAX_KEY_LENGTH && !/\p{Cs}/u.test(session);
  if (!path.startsWith(PLACE) || !isKey) return undefined;
  const [revision, ...more] = new URLSearchParams(query).getAll('revision');
  if (revision === undefined) return { session };
  if (more.length > 0 || !/^[1-9]\d*$/.test(revision)) return undefined;
  const { success, data } = planTargetSchema.safeParse({ revision: Number(revision) });
  return success ? { ...data, session } : undefined;
}

export interface PlanLinksDeps {
  readonly reader: PlanReader;
  readonly current: CurrentSession;
  readonly log: Log;
}

/** Links from anywhere: all that they do is show a stored plan. */
export function registerPlanLinks(deps: PlanLinksDeps): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => {
      try {
        await follow(uri, deps);
      } catch (error) {
        await tellOfFailure('openLink', error, deps.log);
      }
    },
  });
}

async function follow(uri: vscode.Uri, { reader, current }: PlanLinksDeps): Promise<void> {
  const { t } = vscode.l10n;
  const target = linkTarget(uri);
  if (!target) {
    void vscode.window.showWarningMessage(t('This link does not lead to a plan.'));
    return;
  }
  const session = await reader.summary(target.session);
  if (!session) {
    const text = t(
      'The plan of this link is not stored here: it was deleted, or is kept on another machine or in another profile.',
    );
    void vscode.window.showWarningMessage(text);
    return;
  }
  const revision = knownRevision(session, target.revision);
  current.show(session.key);
  await vscode.commands.executeCommand('sessionPlans.showPlan');
  if (revision !== undefined) await showPlanDocument(session, revision);
}
