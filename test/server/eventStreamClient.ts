import { ALL } from './httpBench';

interface Sent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

/** A stream of server-sent events, by the client of the platform. */
export class EventStream {
  readonly items: Sent[] = [];
  comments = 0;
  readonly #stop = new AbortController();
  #ended = false;

  async open(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${ALL}`, ...headers },
      signal: this.#stop.signal,
    });
    if (response.ok) void this.#read(response);
    return response;
  }

  async until(count: number): Promise<Sent[]> {
    while (this.items.length < count) {
      if (this.#ended) throw new Error('The stream has ended.');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.items;
  }

  close(): void {
    this.#stop.abort();
  }

  async #read({ body }: Response): Promise<void> {
    let rest = '';
    try {
      for await (const part of body ?? []) {
        const blocks = (rest + new TextDecoder().decode(part)).split('\n\n');
        rest = blocks.pop() ?? '';
        this.comments += blocks.filter((text) => text.startsWith(':')).length;
        for (const block of blocks.filter((text) => !text.startsWith(':'))) {
          const fields = block.split('\n').map((line) => {
            const at = line.indexOf(': ');
            return [line.slice(0, at), line.slice(at + 2)];
          });
          this.items.push(Object.fromEntries(fields) as Sent);
        }
      }
    } catch {
      // Closed from either side.
    }
    this.#ended = true;
  }
}
