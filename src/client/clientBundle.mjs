import { fileURLToPath } from 'node:url';

/** @type {(file: string) => string} */
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * How `session-plans/client` is bundled: rules of the domain, without what reads schemas.
 * @type {import('esbuild').BuildOptions}
 */
export const clientBundle = {
  entryPoints: [here('client.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  alias: { 'zod/mini': here('../../webview/zodInBrief.ts') },
};
