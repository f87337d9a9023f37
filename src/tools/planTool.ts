import type { PlanCommand, PlanToolName } from '../domain/planCommand';
import type { ParsedInput } from './parseInput';

/** A tool as it is offered to models: everything else (schema, manifest, registration) is derived from it. */
export interface PlanTool {
  readonly name: PlanToolName;
  /** What people see where tools are listed. */
  readonly displayName: string;
  /** Static, calm, at most 500 characters: it is part of the cached beginning of every request. */
  readonly description: string;
  /** Codicon id for pickers. */
  readonly icon: string;
  /** JSON schema of the input (draft-07), derived from the same zod schema as `parse`. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Checks the shape only; the rules are the domain's. */
  readonly parse: (input: unknown) => ParsedInput<PlanCommand>;
}
