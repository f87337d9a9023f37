import type { MochaSuite } from './runPart';

export const unit: MochaSuite = {
  name: 'unit',
  files: ['test/!(extension|oldest|realAgents|stores|webview)/**/*.test.ts'],
  timeoutMs: 20_000,
  limitMinutes: 11,
};
/** Disks, processes and servers fail at every step here, which takes its time, most of it waiting. */
export const stores: MochaSuite = {
  name: 'stores',
  files: ['test/stores/**/*.test.ts'],
  timeoutMs: 20_000,
  limitMinutes: 12,
};
export const webview: MochaSuite = {
  name: 'webview',
  files: ['test/webview/**/*.test.{ts,tsx}'],
  timeoutMs: 30_000,
  limitMinutes: 8,
};
/** Stories that need a workbench of their own: other settings, a restart, a package. */
export const ownWorkbench: MochaSuite = {
  name: 'extension',
  files: ['test/extension/*.test.ts'],
  timeoutMs: 120_000,
  limitMinutes: 20,
};
/** Stories with the default settings, one after the other in one window; they run beside the others. */
export const sharedWindow: MochaSuite = {
  name: 'window',
  files: ['test/extension/shared/*.test.ts'],
  timeoutMs: 120_000,
  limitMinutes: 20,
  beside: '\n── extension, in one window ──',
};
export const oldest: MochaSuite = {
  name: 'oldest',
  files: ['test/oldest/*.test.ts'],
  timeoutMs: 120_000,
  limitMinutes: 15,
};
