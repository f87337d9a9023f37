import { toConfiguration } from '../../domain/coworker';
import { PlanError } from '../../domain/planError';
import type { SessionConfiguration } from '../../domain/session';
import type { Contributor } from './contributors';

/**
 * How a participant plans, as its extension declares it at this moment: the entry of its id under
 * `sessionPlans.participants` of package.json. Without one it does not plan (DP.8). Throws
 * `invalid_configuration` with the extension and the place.
 */
export function declaredPlanning({
  extension,
  participant,
  packageJson,
}: Contributor): SessionConfiguration {
  const declared = declarations(extension, packageJson).filter(({ id }) => id === participant);
  const [declaration, second] = declared;
  if (second) throw wrong(extension, `names ${participant} more than once`);
  const planning = Object.entries(declaration ?? {}).filter(([key]) => key !== 'id');
  try {
    return toConfiguration(Object.fromEntries(planning));
  } catch (error) {
    if (!PlanError.is(error, 'invalid_configuration')) throw error;
    throw wrong(extension, `is wrong for ${participant}: ${error.message}`, error);
  }
}

function declarations(extension: string, packageJson: unknown): { readonly id?: unknown }[] {
  const { participants } =
    (packageJson as { sessionPlans?: { participants?: unknown } | null } | null)?.sessionPlans ??
    {};
  if (participants === undefined) return [];
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  if (Array.isArray(participants) && participants.every(isObject)) {
    return participants;
  }
  throw wrong(extension, 'is no list of objects');
}

function wrong(extension: string, what: string, cause?: unknown): PlanError {
  return new PlanError(
    'invalid_configuration',
    `sessionPlans.participants in the package.json of ${extension} ${what}`,
    { details: { extension }, cause },
  );
}
