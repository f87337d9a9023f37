import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPlanMode, toCoworkerInfo, type CoworkerInfo } from '../domain/coworker';
import { PlanError } from '../domain/planError';
import type { SessionConfiguration } from '../domain/session';
import { codeOf } from '../service/platformError';
import type { ServedSpec } from './agentSpec';

/** Whoever runs the model loop of sessions that this server is asked to make. */
export interface Coworker {
  readonly id: string;
  readonly name: string;
  readonly configuration: SessionConfiguration;
}

/** There without any folder. */
export const PLANNER: Coworker = {
  id: 'planner',
  name: 'Planner',
  configuration: { planning: true, subtasks: false },
};

const MANIFEST = 'manifest.md';

/**
 * Every `FOLDER/ID/manifest.md`, by their ids, beside the built-in one, which a folder of its name
 * replaces, and that of an agent spec. Throws `invalid_configuration` for a folder or manifest that cannot be read or makes no sense.
 */
export async function readCoworkers(
  folder: string | undefined,
  spec?: Coworker,
): Promise<readonly Coworker[]> {
  const given = spec ? [spec] : [];
  if (folder === undefined) return [PLANNER, ...given];
  const found: Coworker[] = [];
  for (const id of await foldersIn(folder)) {
    const file = join(folder, id, MANIFEST);
    const text = await textOf(file);
    if (text === undefined) continue;
    // YAML is not needed where there are no folders.
    const { parseManifest } = await import('./declarationsOnDemand');
    const { name = id, configuration } = parseManifest(text, file);
    found.push({ id, name, configuration });
  }
  return [PLANNER, ...found, ...given].filter(
    ({ id }, at, all) => !all.slice(at + 1).some((other) => other.id === id),
  );
}

/** The one with this id, or the built-in one. Throws `invalid_input` with those that there are. */
export function coworkerOf(coworkers: readonly Coworker[], id: string = PLANNER.id): Coworker {
  const found = coworkers.find((coworker) => coworker.id === id);
  if (found) return found;
  const known = coworkers.map((coworker) => coworker.id).join(', ');
  throw new PlanError(
    'invalid_input',
    `There is no coworker ${JSON.stringify(id)} here, only ${known}.`,
  );
}

/** What clients are told of a coworker. */
export function toInfo({ id, name, configuration }: Coworker): CoworkerInfo & {
  readonly name: string;
  readonly plan_mode: boolean;
} {
  return { ...toCoworkerInfo(id, configuration), name, plan_mode: hasPlanMode(configuration) };
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw unreadable(folder, error);
  }
}

/** What an agent spec says: the coworker `spec`, its session, and where its plans are. Throws `invalid_configuration`. */
export async function readSpec(file: string): Promise<ServedSpec> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const { parseSpec } = await import('./declarationsOnDemand');
  return parseSpec(text, file);
}

/** Undefined: there is none. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // A folder without one is no coworker.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw unreadable(file, error);
  }
}

function unreadable(place: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return new PlanError('invalid_configuration', `${place} cannot be read: ${code}.`, {
    details: { file: place },
    cause: error,
  });
}
