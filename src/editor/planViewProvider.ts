import { window, type WebviewViewProvider } from 'vscode';
import type { Disposable } from '../service/ports';
import { PANEL_VIEWS } from './panelLocations';
import { PlanView } from './planView';
import type { PlanViewDeps } from './planViewDeps';

/** Offers the panel in each of its places; the editor resolves the one that is first shown. */
export function registerPlanView(deps: PlanViewDeps): Disposable {
  const open = new Set<PlanView>();
  const provider: WebviewViewProvider = {
    resolveWebviewView(webviewView) {
      const view = new PlanView(webviewView, deps);
      open.add(view);
      webviewView.onDidDispose(() => {
        open.delete(view);
        view.dispose();
      });
    },
  };
  const registrations = Object.values(PANEL_VIEWS).map((id) =>
    window.registerWebviewViewProvider(id, provider),
  );
  return {
    dispose() {
      for (const registration of registrations) registration.dispose();
      for (const view of open) view.dispose();
      open.clear();
    },
  };
}
