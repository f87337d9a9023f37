import * as z from 'zod/mini';

/**
 * What a tool call answers, on every path: the reply to the model, the recorded call and the event
 * hold this very shape (DP.56). `structuredContent` is never shortened; the text may be.
 */
export const toolResultSchema = z.lazy(() =>
  z.strictObject({
    isError: z.boolean(),
    content: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
    structuredContent: z.optional(z.record(z.string(), z.unknown())),
  }),
);
export type ToolResult = z.infer<typeof toolResultSchema>;

/** Longest text of a result, in UTF-16 units: hosts replace results over 8,192 characters by a file. */
export const MAX_RESULT_TEXT = 5_500;

export function toolSuccess(text: string, structuredContent?: Record<string, unknown>): ToolResult {
  return toolResult(false, text, structuredContent);
}

/** What the text of every refusal opens with, also where the transport has a flag of its own. */
export const REFUSAL_OPENING = 'ERROR: ';

export function toolRefusal(text: string, structuredContent?: Record<string, unknown>): ToolResult {
  return toolResult(true, `${REFUSAL_OPENING}${text}`, structuredContent);
}

export function resultText(result: ToolResult): string {
  return result.content.map((part) => part.text).join('\n');
}

function toolResult(
  isError: boolean,
  text: string,
  structuredContent: Record<string, unknown> | undefined,
): ToolResult {
  const content: ToolResult['content'] = [{ type: 'text', text }];
  return structuredContent ? { isError, content, structuredContent } : { isError, content };
}
