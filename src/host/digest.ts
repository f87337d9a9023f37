import { createHash } from 'node:crypto';
import type { Digest } from '../service/ports';

export const digest: Digest = (text) => createHash('sha256').update(text).digest('hex');
