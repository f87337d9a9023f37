import type { CancellationToken } from 'vscode';
import type { CancelSignal } from '../../service/ports';

export function cancelSignal(token: CancellationToken): CancelSignal {
  return {
    get cancelled() {
      return token.isCancellationRequested;
    },
  };
}
