import type { ViewStringKey } from '../src/protocol/viewStringKeys';

export interface Texts {
  /** The text in the person's language, with `{0}`, `{1}` filled in; empty before the host has said hello. */
  text(key: ViewStringKey, ...values: (string | number)[]): string;
}
