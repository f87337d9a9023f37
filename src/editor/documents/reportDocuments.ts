import * as vscode from 'vscode';

const SCHEME = 'session-plans-report';

/**
 * Texts to read in an editor: they cannot be changed, so that closing one asks nothing, and can be
 * kept with "Save As". A later text of the same name takes the place of the one on the screen.
 */
export class ReportDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #parts = vscode.Disposable.from(
    this.#changed,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) =>
        // An editor that was closed can be reopened.
        this.#texts.get(uri.toString()) ??
        vscode.l10n.t('This text is no longer there; run its command again.'),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
  );

  /** `name` is the title of the tab, and its ending the language; `about` tells equal names apart. */
  async show(name: string, text: string, about = ''): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: about });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
