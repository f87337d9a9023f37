import type * as vscode from 'vscode';
import { cancelledError } from '../../domain/planError';

/** Rejects with `cancelled` at the moment of Stop, whatever the work does with its own token. */
export function untilCancelled<T>(
  work: PromiseLike<T>,
  token: vscode.CancellationToken,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => {
      reject(cancelledError());
    };
    const listening = token.onCancellationRequested(stop);
    if (token.isCancellationRequested) stop();
    // What it comes to after a Stop reaches nobody.
    Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => {
        listening.dispose();
      });
  });
}
