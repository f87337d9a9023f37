import type * as z from 'zod/mini';
import { quotedText } from '../domain/textLimits';
import { shapeText } from './inputSchema';

export type ParsedInput<T> =
  | { readonly ok: true; readonly value: T }
  /** `message`: every place that does not fit (the first 20), then the expected shape in one line. */
  | { readonly ok: false; readonly message: string };

const PLACES_SHOWN = 20;
const KEYS_SHOWN = 3;

/** Parses tool input strictly: nothing is coerced, defaulted or dropped (DP.43, DP.98, FC.27). */
export function parseInput<T>(
  toolName: string,
  schema: z.ZodMiniType<T>,
  input: unknown,
  jsonSchema: () => Readonly<Record<string, unknown>>,
): ParsedInput<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { issues } = parsed.error;
  const more = issues.length - PLACES_SHOWN;
  const message = [
    `The input does not fit ${toolName}; nothing was changed.`,
    ...issues.slice(0, PLACES_SHOWN).map((issue) => `- ${placeText(issue, input)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    `Expected: ${shapeText(jsonSchema())}`,
  ].join('\n');
  return { ok: false, message };
}

function placeText(issue: z.core.$ZodIssue, input: unknown): string {
  const place = placeOf(issue.path);
  const got = valueAt(input, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${place}: no such property: ${listed(issue.keys)}`;
    case 'invalid_value':
      return `${place}: expected ${issue.values.map((value) => JSON.stringify(value)).join(' | ')}, got ${shown(got)}`;
    case 'invalid_type':
      return `${place}: expected ${issue.expected}, got ${got === undefined ? 'nothing' : shown(got)}`;
    case 'too_small':
      return `${place}: expected at least ${issue.minimum}, got ${shown(got)}`;
    default:
      return `${place}: does not fit, got ${shown(got)}`;
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  return text === '' ? 'input' : text.replace(/^\./, '');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** A value as one short piece of text: strings quoted and cut, containers by their kind. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string') return `the text ${quotedText(value)}`;
  return String(value);
}

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, KEYS_SHOWN).map(quotedText).join(', ');
  return keys.length > KEYS_SHOWN ? `${shown} and ${keys.length - KEYS_SHOWN} more` : shown;
}
