import type { IncomingMessage } from 'node:http';
import { Problem } from './problem';

/** Longest body in bytes. */
const BODY_BYTES = 64 * 1024;

/** The JSON that a request carries. Throws 400 or 413; what is too long is not taken in. */
export async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const tooLong = () => new Problem(413, 'A body has at most 64 KiB.', { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES) throw tooLong();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_BYTES) throw tooLong();
    parts.push(part);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem(400, 'The body is no JSON.');
  }
}
