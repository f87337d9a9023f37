import { parse, YAMLParseError } from 'yaml';
import * as z from 'zod/mini';
import { coworkerDeclarationSchema, toConfiguration } from '../domain/coworker';
import { parsedConfiguration } from '../domain/parsedConfiguration';
import { PlanError } from '../domain/planError';
import type { SessionConfiguration } from '../domain/session';
import { inFile } from './inFile';

/** The front matter of a `manifest.md`: what a coworker is called, and how it plans. */
const manifestSchema = z.strictObject({
  ...coworkerDeclarationSchema.shape,
  name: z.optional(z.string().check(z.minLength(1))),
  description: z.optional(z.string()),
});

export interface Manifest {
  readonly name: string | undefined;
  readonly configuration: SessionConfiguration;
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([^]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Throws `invalid_configuration`, which names the file, the key and what is allowed. */
export function parseManifest(text: string, file: string): Manifest {
  const found = FRONT_MATTER.exec(text);
  if (!found) {
    throw new PlanError(
      'invalid_configuration',
      `${file} has no front matter: it begins with a line ---, then YAML, then a line ---.`,
      { details: { file } },
    );
  }
  try {
    const given: unknown = parse(found[1] ?? '') ?? {};
    const parsed = parsedConfiguration('The front matter', manifestSchema, given);
    const { shape } = coworkerDeclarationSchema;
    const declared = Object.entries(parsed).filter(([key]) => Object.hasOwn(shape, key));
    return { name: parsed.name, configuration: toConfiguration(Object.fromEntries(declared)) };
  } catch (error) {
    throw inFile(error, file, YAMLParseError);
  }
}
