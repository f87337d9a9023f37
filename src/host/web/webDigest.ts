import type { Digest } from '../../service/ports';
import { sha256 } from './sha256';

/** Stands for `host/digest` in the bundle of the web. */
export const digest: Digest = (text) =>
  [...sha256(new TextEncoder().encode(text))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
