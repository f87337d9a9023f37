import type { MochaSuite } from './runPart';

export const unit: MochaSuite = {
  name: 'unit',
  files: ['test/!(extension|realAgents|stores|webview)/**/*.test.ts'],
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
export const extension: MochaSuite = {
  name: 'extension',
  files: ['test/extension/*.test.ts'],
  timeoutMs: 120_000,
  limitMinutes: 22,
};
