import * as vscode from 'vscode';
import type { CancelSignal } from '../../service/ports';
import { startTimer } from '../startTimer';

/** A job that ends sooner shows nothing: a notification stays for a moment after it has ended. */
const QUIET_MS = 500;

interface Step {
  readonly done: number;
  readonly total: number;
}

/** Runs a job; when it takes a while, with a notification that tells how far it is and can be cancelled. */
export async function withProgressOf<T>(
  title: string,
  job: (tell: (done: number, total: number) => void, signal: CancelSignal) => Promise<T>,
  quietMs = QUIET_MS,
): Promise<T> {
  let latest: Step | undefined;
  let show = (step: Step): void => void (latest = step);
  let token: vscode.CancellationToken | undefined;
  const signal = {
    get cancelled() {
      return token?.isCancellationRequested ?? false;
    },
  };
  const run = () =>
    job((done, total) => {
      show({ done, total });
    }, signal);
  const running = quietMs > 0 ? run() : undefined;
  if (running && (await isDoneWithin(quietMs, running))) return running;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, theirs) => {
    token = theirs;
    let shown = 0;
    show = ({ done, total }) => {
      const increment = (100 * (done - shown)) / total;
      shown = done;
      progress.report({ message: `${String(done)}/${String(total)}`, increment });
    };
    if (latest) show(latest);
    return running ?? run();
  });
}

/** Rejects when the job does. */
async function isDoneWithin(ms: number, job: Promise<unknown>): Promise<boolean> {
  let stop: () => void = () => undefined;
  const late = new Promise<boolean>((resolve) => {
    stop = startTimer(ms, () => {
      resolve(false);
    });
  });
  try {
    return await Promise.race([job.then(() => true), late]);
  } finally {
    stop();
  }
}
