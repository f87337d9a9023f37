import type * as vscode from 'vscode';

/**
 * What a participant returns later than one second after Stop is dropped by the editor
 * (`$invokeAgent` of its extension host), and with it all that the chat would keep of the turn.
 */
const STOP_MS = 600;

/** Resolves shortly before that second is over; without a Stop never. */
export function afterStop(token: vscode.CancellationToken): Promise<undefined> {
  return new Promise((resolve) => {
    const begin = (): void => void setTimeout(() => resolve(undefined), STOP_MS);
    if (token.isCancellationRequested) begin();
    else token.onCancellationRequested(begin);
  });
}
