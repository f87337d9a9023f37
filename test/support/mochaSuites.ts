import { projectFiles } from '../architecture/projectFiles';
import type { MochaSuite } from './runPart';

/** Files that start PostgreSQL or Redis, which not every system has. */
const withServers = projectFiles(['test'], /\.test\.ts$/)
  .filter(
    ({ path, text }) => !path.startsWith('test/extension/') && /support\/servers\//.test(text),
  )
  .map(({ path }) => path);

export const unit: MochaSuite = {
  name: 'unit',
  files: ['test/!(extension|oldest|realAgents|stores|webview)/**/*.test.ts'],
  without: withServers,
  timeoutMs: 40_000,
  limitMinutes: 11,
};
/** Disks and processes fail at every step here, which takes its time, most of it waiting. */
export const stores: MochaSuite = {
  name: 'stores',
  files: ['test/stores/**/*.test.ts'],
  without: withServers,
  timeoutMs: 60_000,
  limitMinutes: 15,
};
export const servers: MochaSuite = {
  name: 'servers',
  files: withServers,
  timeoutMs: 60_000,
  limitMinutes: 8,
};
export const webview: MochaSuite = {
  name: 'webview',
  files: ['test/webview/**/*.test.{ts,tsx}'],
  timeoutMs: 30_000,
  limitMinutes: 11,
};
/** Stories that need a workbench of their own: other settings, a restart, a package. */
export const ownWorkbench: MochaSuite = {
  name: 'extension',
  files: ['test/extension/*.test.ts'],
  timeoutMs: 180_000,
  limitMinutes: 10,
};
/** Stories with the default settings, one after the other in one window. */
export const sharedWindow: MochaSuite = {
  name: 'window',
  files: ['test/extension/shared/*.test.ts'],
  timeoutMs: 180_000,
  limitMinutes: 22,
};
export const oldest: MochaSuite = {
  name: 'oldest',
  files: ['test/oldest/*.test.ts'],
  timeoutMs: 120_000,
  limitMinutes: 15,
};
