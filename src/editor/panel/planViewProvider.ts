import { window, type WebviewView, type WebviewViewProvider } from 'vscode';
import type { Disposable } from '../../service/ports';
import { PANEL_VIEWS } from './panelLocations';
import type { PlanViewDeps } from './planViewDeps';

/** Offers the panel in each of its places; the editor resolves the one that is first shown. */
export function registerPlanView(deps: PlanViewDeps): Disposable {
  const open = new Map<WebviewView, Disposable | undefined>();
  const provider: WebviewViewProvider = {
    async resolveWebviewView(webviewView) {
      open.set(webviewView, undefined);
      webviewView.onDidDispose(() => {
        open.get(webviewView)?.dispose();
        open.delete(webviewView);
      });
      const { PlanView } = await import('./planViewOnDemand');
      // It may have been closed meanwhile.
      if (open.has(webviewView)) open.set(webviewView, new PlanView(webviewView, deps));
    },
  };
  const registrations = Object.values(PANEL_VIEWS).map((id) =>
    window.registerWebviewViewProvider(id, provider),
  );
  return {
    dispose() {
      for (const registration of registrations) registration.dispose();
      for (const view of open.values()) view?.dispose();
      open.clear();
    },
  };
}
