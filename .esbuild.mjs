// Builds dist/: the extension, sql.js and rare commands in files of their own (loaded on first use), and
// the webview.
// `--watch` keeps building.
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import esbuild from 'esbuild';
import { billOfMaterials, licensesOf, packagesOf } from './src/bundledPackages.mjs';
import { clientBundle } from './src/client/clientBundle.mjs';
import { editorApi } from './src/editorApi.mjs';
import { apiDeclarations, clientDeclarations } from './src/client/publicTypes.mjs';
import { panelBundle } from './webview/panelBundle.mjs';

const require = createRequire(import.meta.url);
const watch = process.argv.includes('--watch');

/** `import('sql.js')` stays an import of the file beside the bundle, so that activation never loads it. */
const lazySqlJs = {
  name: 'lazy-sql-js',
  setup(build) {
    build.onResolve({ filter: /^sql\.js$/ }, () => ({ path: './sql-wasm.cjs', external: true }));
  },
};

/** What an imported file is in a bundle of its own for, by its name: what is needed now and then. */
const ON_DEMAND = {
  apiOnDemand: 'src/editor/api/apiOnDemand.ts',
  commandsOnDemand: 'src/editor/commands/commandsOnDemand.ts',
  nodeOpenFolder: 'src/stores/sqlite/nodeOpenFolder.ts',
  participantOnDemand: 'src/editor/participant/participantOnDemand.ts',
  planViewOnDemand: 'src/editor/panel/planViewOnDemand.ts',
};

/** What the drivers can use and do without. */
const OPTIONAL = ['pg-native', '@node-rs/xxhash', '@opentelemetry/api'];

/** With the driver of a server in each; loaded by whoever keeps plans there, in the editor or outside. */
const DRIVERS = {
  postgresOnDemand: 'src/host/servers/postgresOnDemand.ts',
  redisOnDemand: 'src/host/servers/redisOnDemand.ts',
};

/** Of the stand-alone server; each of them is one of the things that it can be. */
const SERVER_PARTS = {
  declarationsOnDemand: 'src/server/declarationsOnDemand.ts',
  httpOnDemand: 'src/server/http/httpOnDemand.ts',
  mcpOnDemand: 'src/server/mcp/mcpOnDemand.ts',
  serveStdio: 'src/server/stdio/serveStdio.ts',
  storeVerbs: 'src/server/storeVerbs.ts',
};

/** The same for these; by `require`, which knows `vscode`. */
const lazyParts = (parts) => ({
  name: 'lazy-parts',
  setup(build) {
    const names = Object.keys(parts).join('|');
    build.onResolve({ filter: new RegExp(`/(${names})$`) }, ({ path }) => ({
      path: `./${path.slice(path.lastIndexOf('/') + 1)}.cjs`,
      namespace: 'lazy',
    }));
    build.onResolve({ filter: new RegExp(`^\\./(${names})\\.cjs$`) }, ({ path }) => ({
      path,
      external: true,
    }));
    build.onLoad({ filter: /./, namespace: 'lazy' }, ({ path }) => ({
      contents: `module.exports = require('${path}')`,
    }));
  },
});

/** What makes JSON schemas is needed when a call does not fit one: it is loaded by the first that does not. */
const lazyInputSchema = {
  name: 'lazy-input-schema',
  setup(build) {
    const file = './inputSchema.cjs';
    build.onResolve({ filter: /\/inputSchema$/ }, ({ path }) => ({ path, namespace: 'schema' }));
    build.onResolve({ filter: /^\.\/inputSchema\.cjs$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /./, namespace: 'schema' }, () => ({
      contents: ['toInputSchema', 'shapeText']
        .map((name) => `export const ${name} = (schema) => require('${file}').${name}(schema);`)
        .join('\n'),
    }));
  },
};

/** In a web extension host there is no Node, and no file beside the bundle that could be loaded later. */
const WEB_INSTEAD = [
  { module: /^node:os$/, file: 'src/host/web/webOs.ts' },
  { module: /\/host\/digest$/, file: 'src/host/web/webDigest.ts' },
];
const webInstead = {
  name: 'web-instead',
  setup(build) {
    for (const { module, file } of WEB_INSTEAD)
      build.onResolve({ filter: module }, () => ({ path: resolve(file) }));
  },
};

const BESIDE_BUNDLES = [
  'sql-wasm.wasm',
  'client.d.mts',
  'api.d.ts',
  'licenses.txt',
  'sbom.cdx.json',
];

const shared = {
  bundle: true,
  minify: !watch,
  sourcemap: watch,
  logLevel: 'warning',
  metafile: true,
};
const node = { ...shared, platform: 'node', format: 'cjs', target: 'node20.19' };

const builds = [
  {
    ...node,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    plugins: [editorApi, lazySqlJs, lazyParts({ ...ON_DEMAND, ...DRIVERS }), lazyInputSchema],
  },
  { ...node, entryPoints: ['src/tools/inputSchema.ts'], outfile: 'dist/inputSchema.cjs' },
  {
    ...node,
    entryPoints: ['src/server/main.ts'],
    outfile: 'dist/server.cjs',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [lazySqlJs, lazyParts({ ...SERVER_PARTS, ...DRIVERS })],
  },
  ...Object.entries({ ...ON_DEMAND, ...SERVER_PARTS, ...DRIVERS }).map(([name, file]) => ({
    ...node,
    entryPoints: [file],
    outfile: `dist/${name}.cjs`,
    external: OPTIONAL,
    plugins: [editorApi],
  })),
  { ...node, entryPoints: [require.resolve('sql.js')], outfile: 'dist/sql-wasm.cjs' },
  {
    ...{ ...shared, platform: 'browser', format: 'cjs', target: 'es2022' },
    entryPoints: ['src/webExtension.ts'],
    outfile: 'dist/web/extension.js',
    inject: ['src/host/web/setImmediate.ts'],
    plugins: [editorApi, webInstead],
  },
  { ...shared, ...clientBundle, outfile: 'dist/client.mjs' },
  { ...shared, ...panelBundle, outdir: 'dist/webview' },
];

await mkdir('dist', { recursive: true });
// Its parts are named after what is in them: those of an older build would stay.
await rm(join('dist', 'webview'), { recursive: true, force: true });
await copyFile(
  join(dirname(require.resolve('sql.js')), 'sql-wasm.wasm'),
  join('dist', 'sql-wasm.wasm'),
);
await writeFile('dist/client.d.mts', clientDeclarations());
await writeFile('dist/api.d.ts', apiDeclarations());
if (watch) {
  const contexts = await Promise.all(builds.map((options) => esbuild.context(options)));
  await Promise.all(contexts.map((context) => context.watch()));
  console.log('Watching for changes (Ctrl-C ends it) …');
} else {
  const results = await Promise.all(builds.map((options) => esbuild.build(options)));
  const outputs = Object.assign({}, ...results.map((result) => result.metafile.outputs));
  for (const [file, { bytes }] of Object.entries(outputs)) {
    console.log(`${file}  ${(bytes / 1024).toFixed(1)} KB`);
  }
  const inputs = results.flatMap((result) => Object.keys(result.metafile.inputs));
  const packages = packagesOf(inputs);
  await writeFile('dist/licenses.txt', await licensesOf(packages));
  await writeFile('dist/sbom.cdx.json', await billOfMaterials(packages));
  // What an older build left would be packed as well.
  const made = [...Object.keys(outputs).map((file) => file.split('/')[1]), ...BESIDE_BUNDLES];
  for (const name of await readdir('dist'))
    if (!made.includes(name)) await rm(join('dist', name), { recursive: true });
}
