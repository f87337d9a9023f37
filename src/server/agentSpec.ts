import { parse, YAMLParseError } from 'yaml';
import { toPlanningSettings } from '../agent/planningOptions';
import { parsePlanningSpec } from '../agent/planningSpec';
import type { SessionKey } from '../service/planStore';
import type { Coworker } from './coworkers';
import { inFile } from './inFile';

/** What the Planning of an agent spec comes to here. */
export interface ServedSpec {
  readonly coworker: Coworker;
  readonly session: SessionKey;
  /** As `--store` says it. */
  readonly store: string;
}

const NAME = 'spec';

/** YAML, and so JSON, too. Throws `invalid_configuration`, which names the file. */
export function parseSpec(text: string, file: string): ServedSpec {
  try {
    const { options, database } = parsePlanningSpec(parse(text));
    const { session, inject, cacheTtl, configuration } = toPlanningSettings(options);
    return {
      session,
      store: database === undefined ? 'memory:' : `sqlite:${database}`,
      coworker: {
        ...{ id: NAME, name: NAME },
        configuration: { ...configuration, inject, cache_ttl: cacheTtl },
      },
    };
  } catch (error) {
    throw inFile(error, file, YAMLParseError);
  }
}
