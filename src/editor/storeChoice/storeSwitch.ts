import * as vscode from 'vscode';
import type { PlanHost } from '../../host/planHost';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { CurrentSession } from '../currentSession';
import type { StoreChoice } from './storeChoice';

export interface StoreSwitchDeps {
  readonly choice: Pick<StoreChoice, 'onDidChange'>;
  readonly host: Pick<PlanHost, 'owns' | 'reach' | 'reopen' | 'service'>;
  readonly current: Pick<CurrentSession, 'restore'>;
  readonly log: Log;
}

/**
 * Goes over to the store that was chosen, here or in another window, unless a turn or a question of this
 * window would lose its session; and looks again at what is shown whenever the store comes, goes or changes.
 */
export function registerStoreSwitch({
  choice,
  host,
  current,
  log,
}: StoreSwitchDeps): vscode.Disposable {
  const { service, reach } = host;
  /** Sessions in which a turn of this process runs. */
  const running = new Set<SessionKey>();
  const isBusy = () => running.size > 0 || service.openReviews.size > 0;
  const look = async (): Promise<void> => {
    try {
      await current.restore();
    } catch (error) {
      log.warn(`The latest plan of this workspace could not be looked up: ${String(error)}`);
    }
  };
  const change = async (): Promise<void> => {
    if (isBusy()) {
      await offerReload();
      return;
    }
    try {
      await host.reopen();
    } catch (error) {
      log.error('The store of before could not be closed.', error);
    }
  };
  return vscode.Disposable.from(
    service.onDidCommit(({ session, record }) => {
      if (record.turn && host.owns(record.turn)) running.add(session);
      else running.delete(session);
    }),
    choice.onDidChange(() => void change()),
    reach.onDidChange(() => void look()),
  );
}

async function offerReload(): Promise<void> {
  const reload = vscode.l10n.t('Reload Window');
  const text = vscode.l10n.t(
    'Plans are kept in another place from now on. An agent is at work in this window, so it still uses the one before: reload the window when the agent is done.',
  );
  if ((await vscode.window.showInformationMessage(text, reload)) === reload)
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
}
