import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BenchLine } from './benchResult';

const PICTURES = new Set(['.png', '.jpg', '.gif']);

/** What people download and the editor loads. */
export function measureSizes(root: string, vsixFile: string): BenchLine[] {
  const dist = join(root, 'dist');
  const webview = (isWanted: (name: string) => boolean) =>
    readdirSync(join(dist, 'webview'))
      .filter(isWanted)
      .map((name) => gzipSync(readFileSync(join(dist, 'webview', name))).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  const isOnDemand = (name: string) => name.includes('OnDemand');
  const pictures = readdirSync(join(root, 'media'), { recursive: true, encoding: 'utf8' })
    .filter((name) => PICTURES.has(extname(name)))
    .reduce((sum, name) => sum + statSync(join(root, 'media', name)).size, 0);
  return [
    {
      name: 'extension bundle, minified',
      value: kilobytes(statSync(join(dist, 'extension.cjs')).size),
      unit: 'KB',
      atMost: 250,
    },
    {
      name: 'sql.js glue, loaded on first use',
      value: kilobytes(statSync(join(dist, 'sql-wasm.cjs')).size),
      unit: 'KB',
    },
    {
      name: 'panel, gzipped: what it appears with',
      value: kilobytes(webview((name) => !isOnDemand(name))),
      unit: 'KB',
      atMost: 40,
    },
    {
      name: '… other pages and drafts, fetched once it is idle',
      value: kilobytes(webview(isOnDemand)),
      unit: 'KB',
    },
    {
      name: '.vsix without pictures',
      value: kilobytes(statSync(vsixFile).size - pictures),
      unit: 'KB',
      atMost: 1536,
    },
  ];
}

function kilobytes(bytes: number): number {
  return bytes / 1024;
}
