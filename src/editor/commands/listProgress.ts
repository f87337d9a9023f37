import * as vscode from 'vscode';

/** A list that hears nothing for so long has ended, or its window has other things to do. */
const SILENCE_MS = 3_000;

interface Shown {
  readonly report: (message: string) => void;
  readonly end: () => void;
}

/** Shows in the status bar how far the reading of many stored sessions has come; it needs nobody to wait for it. */
export function listProgress(): (progress: { done: number; total: number }) => void {
  let shown: Shown | undefined;
  let silence: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(silence);
    shown?.end();
    shown = undefined;
  };
  return ({ done, total }) => {
    shown ??= show();
    shown.report(vscode.l10n.t('{0} of {1}', done, total));
    clearTimeout(silence);
    silence = setTimeout(end, SILENCE_MS);
    if (done >= total) end();
  };
}

function show(): Shown {
  const waiting: string[] = [];
  let report = (message: string): void => void waiting.push(message);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  void vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Reading the stored plans') },
    (progress) => {
      report = (message) => {
        progress.report({ message });
      };
      waiting.forEach(report);
      return ended;
    },
  );
  return {
    report: (message) => {
      report(message);
    },
    end,
  };
}
