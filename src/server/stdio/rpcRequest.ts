import * as z from 'zod/mini';
import { INVALID_REQUEST, PARSE_ERROR, WireError } from '../wireError';
import type { Line } from './jsonLines';

/** Of a request; null where it could not be told. */
export type RpcId = string | number | null;

const requestSchema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  /** Absent: nobody waits for an answer. */
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string(),
  params: z.optional(z.unknown()),
});
export type RpcRequest = z.infer<typeof requestSchema>;

/** Throws a WireError: the line is no JSON, or JSON that is no request. */
export function toRequest(line: Line): RpcRequest {
  if (line.kind === 'too_long') {
    throw new WireError(INVALID_REQUEST, 'A line is one request of at most 1 MiB.');
  }
  const parsed = requestSchema.safeParse(line.kind === 'text' ? json(line.text) : notJson());
  if (!parsed.success) {
    throw new WireError(
      INVALID_REQUEST,
      'This is no request: one has jsonrpc "2.0", a method, and an id that is a text or a number.',
    );
  }
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return notJson();
  }
}

function notJson(): never {
  throw new WireError(PARSE_ERROR, 'The line is no JSON in UTF-8.');
}
