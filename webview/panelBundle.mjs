import { fileURLToPath } from 'node:url';

/** @type {(file: string) => string} */
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * How the panel is bundled.
 * @type {import('esbuild').BuildOptions}
 */
export const panelBundle = {
  entryPoints: [here('main.tsx')],
  bundle: true,
  platform: 'browser',
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  alias: { 'zod/mini': here('zodInBrief.ts') },
  // Whatever a schema is made with has to be there.
  logOverride: { 'import-is-undefined': 'error' },
};
