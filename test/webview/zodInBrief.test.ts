import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { ZodMiniType } from 'zod/mini';
import { PROTOCOL_VERSION, toViewSchema } from '../../src/protocol/webviewMessages';
import { panelBundle } from '../../webview/panelBundle.mjs';
import { toPanelLayout } from '../../webview/panelLayout';
import { eventMessage, livePlan, SESSION, viewOf } from './panelFixtures';
import { everyKind, listOf } from './sessionFixtures';

const projectFolder = join(__dirname, '..', '..');

interface Schemas {
  readonly toViewSchema: ZodMiniType;
  readonly toPanelLayout: (saved: unknown) => unknown;
}

/** The schemas as they are in the panel. */
async function asInThePanel(): Promise<Schemas> {
  const contents = `
    export { toViewSchema } from './src/protocol/webviewMessages';
    export { toPanelLayout } from './webview/panelLayout';`;
  const { outputFiles } = await build({
    ...panelBundle,
    entryPoints: [],
    stdin: { contents, resolveDir: projectFolder },
    splitting: false,
    format: 'cjs',
    write: false,
  });
  const module = { exports: {} };
  const run = new Function('module', outputFiles[0]?.text ?? '') as (made: object) => void;
  run(module);
  return module.exports as Schemas;
}

const events = livePlan();
const view = viewOf(events, {
  ...{ approved: 3, planMode: { active: true, pending: false } },
  reviews: [{ revision: 3, outcome: 'approved', at: '2026-01-02T03:04:05.000Z' }],
  problems: [{ kind: 'bad_row', message: 'A row.' }],
});
const problem = { kind: 'unreadable', message: 'Locked.', location: '/a' };
const page = { kind: 'page', session: SESSION, revisions: view.revisions, more: true };
/** Every kind of message, and what the editor keeps of the panel. */
const VALUES: readonly object[] = [
  ...[
    {
      kind: 'hello',
      strings: { now: 'now' },
      settings: { planTool: null, locale: 'en', density: 'compact' },
    },
    { kind: 'snapshot', session: SESSION, content: { state: 'plan', view } },
    { kind: 'snapshot', session: null, content: { state: 'none' } },
    { kind: 'snapshot', session: SESSION, content: { state: 'unavailable', problem } },
    eventMessage(viewOf(events.slice(0, 9)), view),
    { ...listOf(everyKind(), { unreadable: [{ location: '/a', reason: 'No.' }] }), problem },
    { kind: 'following', session: SESSION, stays: true },
    { kind: 'deleted', title: null },
    { kind: 'reset', session: null },
    { kind: 'reply', id: 1, answer: { ok: true, value: page } },
    { kind: 'reply', id: 2, answer: { ok: false, error: 'timeout' } },
  ].map((body) => ({ v: PROTOCOL_VERSION, ...body })),
  {
    ...{ page: 'plan', revisionsOpen: true, session: null, collapsed: ['a'], scrollTop: 1.5 },
    another: 1,
  },
];

const other = fc.constantFrom<unknown>(
  ...[null, undefined, true, 0, 1, -1, 1.5, NaN, Infinity, 2 ** 60, '', 'x', '7', '07', 'plan'],
  ...[[], {}, [1], ['x'], { kind: 'reset' }, { a: 1 }, 'approved', 'pending'],
);
/** What is done to a value somewhere inside: another value, a key less, a key more. */
const damage = fc.record({
  way: fc.array(fc.nat(40), { maxLength: 6 }),
  what: fc.constantFrom('replace', 'remove', 'add'),
  by: other,
});

function damaged(
  value: unknown,
  { way, what, by }: typeof damage extends fc.Arbitrary<infer D> ? D : never,
): unknown {
  if (typeof value !== 'object' || value === null) return what === 'replace' ? by : value;
  const keys = Object.keys(value);
  const [turn, ...further] = way;
  const key = keys[(turn ?? 0) % Math.max(1, keys.length)];
  const copy: Record<string, unknown> = Array.isArray(value)
    ? ([...(value as unknown[])] as never)
    : { ...value };
  if (turn === undefined || key === undefined) {
    if (what === 'replace') return by;
    if (what === 'add') copy[Array.isArray(value) ? String(keys.length) : 'more'] = by;
    else if (key !== undefined) Reflect.deleteProperty(copy, key);
    return copy;
  }
  copy[key] = damaged(copy[key], { way: further, what, by });
  return copy;
}

describe('the schemas in the panel', () => {
  let panel: Schemas;
  before(async () => {
    panel = await asInThePanel();
  });

  it('read every message as zod reads it', () => {
    for (const value of VALUES.slice(0, -1)) {
      const read = panel.toViewSchema.safeParse(value);
      assert.ok(read.success, JSON.stringify(value));
      assert.deepEqual(read.data, toViewSchema.parse(value));
    }
  });

  it('take and refuse what zod takes and refuses, and say where', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...VALUES), fc.array(damage, { maxLength: 3 }), (value, all) => {
        const given = all.reduce<unknown>(damaged, value);
        const [here, there] = [panel.toViewSchema, toViewSchema].map((schema) =>
          schema.safeParse(given),
        );
        assert.equal(here?.success, there?.success);
        assert.deepEqual(here?.data, there?.data);
        const [found] = here?.error?.issues ?? [];
        if (found) {
          refused += 1;
          const places = there?.error?.issues.map(({ path }) => path.join('.'));
          assert.ok(places?.includes(found.path.join('.')), found.path.join('.'));
        }
        assert.deepEqual(panel.toPanelLayout(given), toPanelLayout(given));
      }),
      { numRuns: 3_000 },
    );
    assert.ok(refused > 300, String(refused));
  });
});
