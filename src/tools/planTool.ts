import type * as z from 'zod/mini';
import { inputSchemas, type PlanCommand, type PlanToolName } from '../domain/planCommand';
import { toInputSchema } from './inputSchema';
import { parseInput, type ParsedInput } from './parseInput';

/** Which of its two input schemas a tool shows; the larger one knows parents and prerequisites. */
export type SchemaMode = 'plain' | 'subtasks';

/** What is written by hand of a tool; everything else is derived from its name. */
export interface ToolDefinition {
  readonly name: PlanToolName;
  /** Static, calm, at most 500 characters: it is part of the cached beginning of every request. */
  readonly description: string;
  /** Codicon id for pickers. */
  readonly icon: string;
}

/** A tool as it is offered to models: manifest and registration are derived from it. */
export interface PlanTool extends ToolDefinition {
  /** JSON schema of the input (draft-07), derived from the same zod schema as `parse`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Checks the shape only; the rules are the domain's. */
  readonly parse: (input: unknown) => ParsedInput<PlanCommand>;
}

export function toPlanTool(definition: ToolDefinition, mode: SchemaMode): PlanTool {
  const { name } = definition;
  const input: z.ZodMiniType = inputSchemas[name][mode];
  let inputSchema: Record<string, unknown> | undefined;
  const schema = () => (inputSchema ??= toInputSchema(input));
  return {
    ...definition,
    // Made when it is asked for: the editor has it from the manifest, and activation must be short.
    get inputSchema() {
      return schema();
    },
    parse: (given) => {
      const parsed = parseInput(name, input, given, schema);
      if (!parsed.ok) return parsed;
      // Parsed by the schema of this very name, which is one that the larger schema contains.
      return { ok: true, value: { name, input: parsed.value } as PlanCommand };
    },
  };
}
