import type { FeedItem, PlanEvent, Snapshot } from './wireTypes';

/** The items of a stream of server-sent events as our server sends them. */
export async function* eventStreamItems(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<FeedItem, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    rest += decoder.decode(part, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield* itemOf(block);
  }
}

/** Comments, which keep a stream open, are no items. */
function* itemOf(block: string): Generator<FeedItem, void, void> {
  let [name, data] = ['', ''];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice('event: '.length);
    if (line.startsWith('data: ')) data = line.slice('data: '.length);
  }
  if (data === '') return;
  if (name === 'reset') yield { kind: 'reset', snapshot: JSON.parse(data) as Snapshot | null };
  else yield { kind: 'event', event: JSON.parse(data) as PlanEvent };
}
