import * as z from 'zod/mini';

/**
 * The JSON schema that hosts and models see: type, properties, enum, required,
 * additionalProperties and minimum only, because some hosts switch validation off at a keyword they
 * do not know.
 */
export function toInputSchema(schema: z.ZodMiniType): Record<string, unknown> {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // zod bounds every integer by what a double can hold; that says nothing to a model.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Some providers know one type for a field and no union, so null is taken but not shown.
      const [type, none] = jsonSchema.anyOf ?? [];
      if (type && none?.type === 'null') {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, type);
      }
    },
  }) as Record<string, unknown>;
  delete whole['$schema'];
  return whole;
}

/** The shape in one line, for refusals: `{ expected_revision: integer >= 0, steps: [{ … }] }`. */
export function shapeText(schema: Readonly<Record<string, unknown>>): string {
  const { type, enum: values, items, properties, required, minimum } = schema as JsonSchemaPart;
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') return `[${shapeText(items ?? {})}]`;
  if (type === 'object') {
    const fields = Object.entries(properties ?? {}).map(([name, part]) => {
      const mark = required?.includes(name) ? '' : '?';
      return `${name}${mark}: ${shapeText(part)}`;
    });
    return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
  }
  return minimum === undefined ? (type ?? 'value') : `${type ?? 'value'} >= ${minimum}`;
}

interface JsonSchemaPart {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
}
