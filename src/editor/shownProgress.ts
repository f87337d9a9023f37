import * as vscode from 'vscode';
import type { CancelSignal } from '../service/ports';

/** Runs a job with a notification that tells how far it is and can be cancelled. */
export function withProgressOf<T>(
  title: string,
  job: (tell: (done: number, total: number) => void, signal: CancelSignal) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const run = vscode.window.withProgress(options, (progress, token) => {
    const signal = {
      get cancelled() {
        return token.isCancellationRequested;
      },
    };
    const tell = (done: number, total: number) => {
      progress.report({ message: `${String(done)}/${String(total)}`, increment: 100 / total });
    };
    return job(tell, signal);
  });
  return Promise.resolve(run);
}
