import type * as z from 'zod/mini';
import type { PlanCommand, PlanToolName } from '../domain/planCommand';
import { toInputSchema } from './inputSchema';
import { parseInput, type ParsedInput } from './parseInput';

/** A tool as it is offered to models: manifest and registration are derived from it. */
export interface PlanTool {
  readonly name: PlanToolName;
  /** Static, calm, at most 500 characters: it is part of the cached beginning of every request. */
  readonly description: string;
  /** Codicon id for pickers. */
  readonly icon: string;
  /** JSON schema of the input (draft-07), derived from the same zod schema as `parse`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Checks the shape only; the rules are the domain's. */
  readonly parse: (input: unknown) => ParsedInput<PlanCommand>;
}

type InputOf<Name extends PlanToolName> = Extract<PlanCommand, { name: Name }>['input'];

interface ToolDefinition<Name extends PlanToolName> {
  readonly name: Name;
  readonly description: string;
  readonly icon: string;
  readonly input: z.ZodMiniType<InputOf<Name>>;
  readonly toCommand: (input: InputOf<Name>) => PlanCommand;
}

export function definePlanTool<Name extends PlanToolName>(
  definition: ToolDefinition<Name>,
): PlanTool {
  const { name, description, icon, input, toCommand } = definition;
  let inputSchema: Record<string, unknown> | undefined;
  const schema = () => (inputSchema ??= toInputSchema(input));
  return {
    name,
    description,
    icon,
    // Made when it is asked for: the editor has it from the manifest, and activation must be short.
    get inputSchema() {
      return schema();
    },
    parse: (given) => {
      const parsed = parseInput(name, input, given, schema);
      return parsed.ok ? { ok: true, value: toCommand(parsed.value) } : parsed;
    },
  };
}
