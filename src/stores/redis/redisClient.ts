/** A client of the caller (PT.64); those of `@redis/client` fit, whether they answer with text or bytes. */
export interface RedisClient {
  sendCommand(args: string[]): Promise<unknown>;
}

/** A connection of its own for what is told; subscribes again by itself after a cut. */
export interface RedisSubscriber {
  subscribe(channel: string, heard: (message: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
  /** `ready`: connected, for the first time or again. */
  on(event: 'ready', heard: () => void): unknown;
  off(event: 'ready', heard: () => void): unknown;
}

/** One text of an answer; undefined for nil. */
export function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Uint8Array)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export function textsOf(value: unknown): (string | undefined)[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}
