import { PlanViewFeed } from '../../../src/editor/panel/planViewFeed';
import type { BodyOf, SessionMessage } from '../../../src/protocol/webviewMessages';
import type { PlanReader } from '../../../src/service/planReader';
import { fakeLog } from '../../support/fakeLog';

/** A feed over a reader; time passes only when the test says so. */
export function openFeed<Reader extends PlanReader>(reader: Reader) {
  const posts: BodyOf<SessionMessage>[] = [];
  const timers = new Set<() => void>();
  const log = fakeLog();
  const store: { problem: unknown } = { problem: undefined };
  const feed = new PlanViewFeed({
    reader,
    post: (message) => void posts.push(message),
    startTimer: (_, callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
    log,
    inWords: (sentence) => `[${String(sentence)}]`,
    storeProblem: () => store.problem,
  });
  return {
    reader,
    store,
    feed,
    posts,
    log,
    /** Lets reads finish and time pass, and takes what was posted. */
    async settle(): Promise<BodyOf<SessionMessage>[]> {
      for (let round = 0; round < 4; round += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        for (const callback of timers) {
          timers.delete(callback);
          callback();
        }
      }
      return posts.splice(0);
    },
  };
}

/** What was posted, in short: the kind, of which session, up to which cursor. */
export function kinds(posts: readonly BodyOf<SessionMessage>[]): string[] {
  return posts.map((post) => {
    if (post.kind === 'snapshot') {
      const { content } = post;
      const at = content.state === 'plan' ? ` at ${content.view.cursor}` : '';
      return `snapshot ${String(post.session)} ${content.state}${at}`;
    }
    if (post.kind === 'event') return `event ${post.session} ${post.after}-${post.cursor}`;
    return `reset ${String(post.session)}`;
  });
}
