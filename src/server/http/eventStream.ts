import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { cursorOf } from '../../domain/planEvent';
import type { Attachment, FeedItem } from '../../service/eventFeed';
import { toWireEvent, toWireSnapshot } from '../../agent/wireSession';

/** So that nothing in between takes a quiet stream for a dead one. */
const COMMENT_MS = 15_000;

/** Sends a session as server-sent events until the client goes, or `attachment` ends; waits for slow readers. */
export async function streamEvents(
  response: ServerResponse,
  attachment: Attachment,
): Promise<void> {
  const { socket } = response;
  // The client is gone, or has a stream on this connection, which never ends.
  if (!socket || socket.destroyed) {
    attachment.dispose();
    response.destroy();
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const comments = setInterval(() => {
    if (!response.writableNeedDrain) response.write(':\n\n');
  }, COMMENT_MS);
  const gone = once(response, 'close');
  void gone.then(() => {
    attachment.dispose();
  });
  try {
    for await (const item of attachment) {
      if (response.destroyed) return;
      if (!response.write(textOf(item))) await Promise.race([once(response, 'drain'), gone]);
    }
  } finally {
    clearInterval(comments);
    response.end();
  }
}

/** JSON has no line breaks, so each item is one line of data. */
function textOf(item: FeedItem): string {
  if (item.kind === 'event') {
    const { event } = item;
    return `id: ${cursorOf(event.sequence)}\nevent: ${event.type}\ndata: ${JSON.stringify(toWireEvent(event))}\n\n`;
  }
  const { snapshot } = item;
  const id = snapshot ? `id: ${cursorOf(snapshot.version)}\n` : '';
  return `${id}event: reset\ndata: ${JSON.stringify(snapshot ? toWireSnapshot(snapshot) : null)}\n\n`;
}
