import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from 'typescript';
import { projectFiles } from './projectFiles';

interface Fence {
  /** Beginning or form of the path of the files it holds for; the first fence that matches counts. */
  readonly files: string | RegExp;
  /** Folders or single files of the project, beside the own folder. */
  readonly project?: readonly string[];
  readonly packages?: readonly string[];
  readonly node?: true;
}

const DOMAIN = 'src/domain/';
const STORE_PORTS = [
  'planStore',
  'storeMaintenance',
  'ports',
  'backgroundTimer',
  'emitter',
  'keyedQueue',
  'platformError',
  'sessionSummary',
].map((name) => `src/service/${name}`);
/** What goes over a border, in types that need nothing else. */
const WIRE = 'src/client/wireTypes';
const NEUTRAL = [DOMAIN, 'src/service/', 'src/protocol/', 'src/tools/', 'src/agent/'];
const EDITOR = {
  project: [...NEUTRAL, 'src/host/'],
  packages: ['vscode', 'zod/mini'],
  node: true,
} as const;
const STORES = {
  project: [DOMAIN, ...STORE_PORTS, 'src/stores/'],
  packages: ['zod/mini', 'sql.js'],
};

/** The only files that know the driver of a server. */
const DRIVER = { project: ['src/host/servers/', 'src/stores/postgres/postgresPool'] } as const;

/** Who may import whom; src/ARCHITECTURE.md says the same in words. */
const FENCES: readonly Fence[] = [
  { files: DOMAIN, packages: ['zod/mini'] },
  { files: 'src/service/', project: [DOMAIN] },
  { files: /^src\/stores\/sqlite\/(?:\w+\/)?node/, ...STORES, node: true },
  { files: 'src/stores/', ...STORES },
  { files: 'src/protocol/', project: [DOMAIN, WIRE], packages: ['zod/mini'] },
  { files: 'src/tools/', project: NEUTRAL.slice(0, 3), packages: ['zod/mini'] },
  { files: 'src/agent/', project: [...NEUTRAL.slice(0, 4), WIRE], packages: ['zod/mini'] },
  { files: 'src/host/servers/postgresPoolAt', ...DRIVER, packages: ['pg'] },
  { files: 'src/host/servers/redisClientAt', ...DRIVER, packages: ['@redis/client'] },
  {
    files: 'src/host/web/',
    project: [DOMAIN, 'src/service/', 'src/stores/', 'src/host/composedHost'],
  },
  { files: 'src/host/', project: [DOMAIN, 'src/service/', 'src/stores/'], node: true },
  {
    files: 'src/editor/web/',
    project: ['src/editor/', 'src/stores/sqlite/plainFiles'],
    packages: ['vscode'],
  },
  { files: 'src/editor/', ...EDITOR },
  { files: 'src/extension.ts', ...EDITOR, project: [...EDITOR.project, 'src/editor/'] },
  {
    files: 'src/webExtension.ts',
    project: [...EDITOR.project, 'src/editor/'],
    packages: ['vscode'],
  },
  {
    files: 'src/client/',
    project: [
      'src/protocol/planFollower',
      ...['eventCursor', 'stepEvents'].map((name) => `${DOMAIN}${name}`),
    ],
    node: true,
  },
  {
    files: 'src/server/',
    project: [...NEUTRAL, 'src/host/', WIRE],
    packages: [
      'zod/mini',
      'yaml',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
    ],
    node: true,
  },
  {
    files: 'webview/',
    project: ['src/protocol/', DOMAIN],
    packages: ['preact', 'preact/hooks', '@preact/signals', 'zod/mini'],
  },
];

/** One sentence for every import in the sources that crosses a fence. */
export function crossedFences(): string[] {
  return projectFiles(['src', 'webview'], /\.tsx?$/).flatMap(({ path, text }) =>
    crossedFencesIn(path, text),
  );
}

export function crossedFencesIn(file: string, text: string): string[] {
  const fence = FENCES.find(({ files }) =>
    typeof files === 'string' ? file.startsWith(files) : files.test(file),
  );
  if (!fence)
    return [`${file} has no fence: say in importFences who may import it and what it may import`];
  // Static, dynamic and type imports, `export from` and `require`, but not what only looks like one.
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((imported) => !isAllowed(fence, file, imported))
    .map((imported) => `${file} must not import ${imported}`);
}

function isAllowed(fence: Fence, file: string, imported: string): boolean {
  if (isBuiltin(imported)) return fence.node === true && imported.startsWith('node:');
  if (!imported.startsWith('.')) {
    return (fence.packages ?? []).some(
      (name) => imported === name || imported.startsWith(`${name}/dist/`),
    );
  }
  const target = posix.join(posix.dirname(file), imported);
  const { files } = fence;
  const own = typeof files === 'string' && files.endsWith('/') ? [files] : [];
  return [...own, ...(fence.project ?? [])].some((place) =>
    place.endsWith('/') ? target.startsWith(place) : target === place,
  );
}
