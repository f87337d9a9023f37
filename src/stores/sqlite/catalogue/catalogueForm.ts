import * as z from 'zod/mini';
import type { PlanModeState } from '../../../domain/planMode';
import { Sentence } from '../../../domain/sentence';
import type { SessionSummary } from '../../../service/planStore';
import type { FileRole, FileStamp } from '../sessionFiles';
import { SCHEMA_VERSION } from '../sqliteSchema';

/** What lists show of a session. */
export type SessionHeader =
  | { readonly summary: SessionSummary }
  | { readonly unreadable: { readonly role: FileRole; readonly reason: Sentence } };

/** A header, and the files that it was read from. */
export type CatalogueEntry = SessionHeader & {
  /** Or NO_FILE. */
  readonly live: FileStamp;
  /** Or NO_FILE, or NO_MATTER. */
  readonly lastGood: FileStamp;
};

/** No stamp looks so. */
export const NO_FILE = '-';
/** The header came from the live file alone. */
export const NO_MATTER = '';

/** +1 whenever a build writes other blocks, or reads a session that one before it called unreadable. */
const FORM = 3;
const HEAD = `session-plans/catalogue ${String(FORM)} ${String(SCHEMA_VERSION)}\n`;
/** A sentence: its template, then what stands in it. */
type Parts = readonly [string, ...(string | number | Parts)[]];
const partsSchema: z.ZodMiniType<Parts> = z.tuple(
  [z.string()],
  z.union([z.string(), z.number(), z.lazy(() => partsSchema)]),
);

/** So many sessions are coded in one go; then whoever waits has a turn. */
const BLOCK = 500;

/** All that plan mode can be; its place here stands for it. */
const PLAN_MODES: readonly (PlanModeState | null)[] = [
  null,
  ...[{ active: false }, { active: true }],
  ...[
    { active: false, pending: true },
    { active: true, pending: false },
  ],
];

// One check for each column: z.array(z.string()) took some 20 ms for 10,000 sessions.
const strings = z.custom<string[]>(isArrayOf((value) => typeof value === 'string'));
const numbers = z.custom<number[]>(isArrayOf(Number.isInteger));
/** A column for each field instead of an object for each session, because lists wait for it. */
const blockSchema = z.strictObject({
  names: strings,
  live: strings,
  lastGood: strings,
  key: strings,
  coworker: strings,
  title: strings,
  updated: strings,
  revision: numbers,
  completed: numbers,
  total: numbers,
  open: numbers,
  current: strings,
  /** Places in this list of those that are pinned. */
  pinned: numbers,
  /** Places in `PLAN_MODES`. */
  planMode: numbers,
  /** Places in `workspaces`; -1 is none. */
  workspace: numbers,
  workspaces: strings,
  unreadable: z.array(
    z.strictObject({
      name: z.string(),
      live: z.string(),
      lastGood: z.string(),
      role: z.enum(['live', 'lastGood']),
      reason: partsSchema,
    }),
  ),
});
type Block = z.infer<typeof blockSchema>;

export type Digest = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Head, checksum, and a line of JSON for each block. */
export async function encodeCatalogue(
  entries: ReadonlyMap<string, CatalogueEntry>,
  digest: Digest,
): Promise<Uint8Array> {
  const all = [...entries];
  const lines: string[] = [];
  for (let from = 0; from < all.length; from += BLOCK) {
    lines.push(JSON.stringify(toBlock(all.slice(from, from + BLOCK))));
    await nextTurn();
  }
  const body = new TextEncoder().encode(lines.join('\n'));
  const head = new TextEncoder().encode(`${HEAD}${await checksum(body, digest)}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** Undefined when this build did not write exactly these bytes: another form, or damaged. */
export async function decodeCatalogue(
  bytes: Uint8Array,
  digest: Digest,
): Promise<Map<string, CatalogueEntry> | undefined> {
  const body = bytes.subarray(HEAD.length + 65);
  const head = `${HEAD}${await checksum(body, digest)}\n`;
  if (new TextDecoder().decode(bytes.subarray(0, head.length)) !== head) return undefined;
  const entries = new Map<string, CatalogueEntry>();
  for (const line of new TextDecoder().decode(body).split('\n')) {
    if (line === '') continue;
    const block = blockSchema.safeParse(JSON.parse(line));
    if (!block.success) return undefined;
    addBlock(entries, block.data);
    await nextTurn();
  }
  return entries;
}

function toBlock(entries: readonly (readonly [string, CatalogueEntry])[]): Block {
  const block: Block = {
    ...{ names: [], live: [], lastGood: [], key: [], coworker: [], title: [], updated: [] },
    ...{ revision: [], completed: [], total: [], open: [], current: [], pinned: [], planMode: [] },
    ...{ workspace: [], workspaces: [], unreadable: [] },
  };
  const places = new Map<string | undefined, number>([[undefined, -1]]);
  for (const [name, entry] of entries) {
    const { live, lastGood } = entry;
    if ('unreadable' in entry) {
      const { role, reason } = entry.unreadable;
      block.unreadable.push({ name, live, lastGood, role, reason: toParts(reason) });
      continue;
    }
    const { key, coworker, title, workspace, updated, revision, completed, total } = entry.summary;
    const { open, current, pinned, planMode } = entry.summary;
    if (pinned) block.pinned.push(block.names.length);
    if (!places.has(workspace)) places.set(workspace, block.workspaces.push(workspace ?? '') - 1);
    block.names.push(name);
    block.live.push(live);
    block.lastGood.push(lastGood);
    block.key.push(key);
    block.coworker.push(coworker);
    block.title.push(title);
    block.updated.push(updated);
    block.revision.push(revision);
    block.completed.push(completed);
    block.total.push(total);
    block.open.push(open);
    block.current.push(current);
    block.planMode.push(PLAN_MODES.findIndex((known) => isSameMode(known, planMode)));
    block.workspace.push(places.get(workspace) ?? -1);
  }
  return block;
}

function addBlock(entries: Map<string, CatalogueEntry>, block: Block): void {
  const pinned = new Set(block.pinned);
  for (const [at, name] of block.names.entries()) {
    const workspace = block.workspaces[block.workspace[at] ?? -1];
    const summary: { -readonly [Field in keyof SessionSummary]: SessionSummary[Field] } = {
      key: block.key[at] ?? '',
      coworker: block.coworker[at] ?? '',
      title: block.title[at] ?? '',
      updated: block.updated[at] ?? '',
      revision: block.revision[at] ?? 0,
      completed: block.completed[at] ?? 0,
      total: block.total[at] ?? 0,
      open: block.open[at] ?? 0,
      current: block.current[at] ?? '',
      pinned: pinned.has(at),
      planMode: PLAN_MODES[block.planMode[at] ?? 0] ?? null,
    };
    if (workspace !== undefined) summary.workspace = workspace;
    entries.set(name, {
      live: block.live[at] ?? NO_FILE,
      lastGood: block.lastGood[at] ?? NO_FILE,
      summary,
    });
  }
  for (const { name, live, lastGood, role, reason } of block.unreadable) {
    entries.set(name, { live, lastGood, unreadable: { role, reason: fromParts(reason) } });
  }
}

function toParts({ template, values }: Sentence): Parts {
  return [template, ...values.map((value) => (typeof value === 'object' ? toParts(value) : value))];
}

function fromParts([template, ...values]: Parts): Sentence {
  const read = values.map((value) => (typeof value === 'object' ? fromParts(value) : value));
  return new Sentence(template, read);
}

function isSameMode(one: PlanModeState | null, other: PlanModeState | null): boolean {
  return one?.active === other?.active && one?.pending === other?.pending;
}

function isArrayOf(isOne: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(isOne);
}

async function checksum(bytes: Uint8Array, digest: Digest): Promise<string> {
  return [...(await digest(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
