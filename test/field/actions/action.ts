import type { FieldWorld } from '../fieldWorld';

/** Something that a person, or a program of theirs, does. */
export interface Action {
  readonly name: string;
  /** How often, beside the others. */
  readonly weight: number;
  readonly isPossible?: (world: FieldWorld) => boolean;
  /** Resolves to what was done, in a few words. */
  readonly run: (world: FieldWorld) => Promise<string>;
}
