import { PlanError } from '../../domain/planError';
import type { SessionPlansApi } from '../../protocol/extensionApi';
import type { Disposable } from '../../service/ports';
import type { ApiDeps } from './apiDeps';
import type { ParticipantSessions } from './apiOnDemand';
import { contributorOf, isOf } from './contributors';

/** What other extensions are given; most of what it does is loaded with the first session. */
export function createExtensionApi(deps: ApiDeps): { readonly api: SessionPlansApi } & Disposable {
  const { service, ownExtensionId } = deps;
  let loading: Promise<ParticipantSessions> | undefined;
  const sessions = () =>
    (loading ??= import('./apiOnDemand').then(({ participantSessions }) =>
      participantSessions(deps),
    ));
  // Everybody is given this very object.
  const api: SessionPlansApi = Object.freeze({
    apiVersion: 1,
    capabilities: Object.freeze({ durable_plans: true }),
    openSession: async (request) => (await sessions()).open(request),
    listSessions: async (request) => (await sessions()).list(request),
    onDidChangeSteps: (request, listener) => {
      const contributor = contributorOf(
        (request as { participant?: unknown } | null | undefined)?.participant,
        ownExtensionId,
      );
      if (typeof listener !== 'function') {
        throw new PlanError('invalid_input', 'The listener is no function.');
      }
      return service.onDidChangeSteps((change) => {
        if (isOf(contributor, change.session)) listener(change);
      });
    },
  } satisfies SessionPlansApi);
  return {
    api,
    dispose: () => {
      void loading?.then((loaded) => {
        loaded.dispose();
      });
    },
  };
}
