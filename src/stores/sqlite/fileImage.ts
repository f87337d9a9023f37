import { type Sentence, sentence } from '../../domain/sentence';

/*
 * A session file is a SQLite image and, behind it, a trailer: magic, length of the image, SHA-256 of
 * the image. SQLite ignores bytes behind its last page, so the file opens with any SQLite tool.
 */
const MAGIC = new TextEncoder().encode('session-plans/1\n');
const TRAILER_BYTES = MAGIC.length + 8 + 32;
const SQLITE_HEADER = new TextEncoder().encode('SQLite format 3\0');
const SQLITE_HEADER_BYTES = 100;

export type Digest = (bytes: Uint8Array) => Promise<Uint8Array>;

export type ExaminedFile =
  | { readonly kind: 'whole'; readonly image: Uint8Array }
  /** Was a session file once, as far as one can tell. */
  | { readonly kind: 'damaged'; readonly reason: Sentence }
  /** Somebody else's database. */
  | { readonly kind: 'foreign'; readonly reason: Sentence };

/** The parts of the file, in order. */
export async function sealImage(
  image: Uint8Array,
  digest: Digest,
): Promise<readonly [Uint8Array, Uint8Array]> {
  const trailer = new Uint8Array(TRAILER_BYTES);
  trailer.set(MAGIC);
  new DataView(trailer.buffer).setBigUint64(MAGIC.length, BigInt(image.length));
  trailer.set(await digest(image), MAGIC.length + 8);
  return [image, trailer];
}

/** What was sealed and is no SQLite image; undefined when it is damaged. */
export async function sealedContent(
  file: Uint8Array,
  digest: Digest,
): Promise<Uint8Array | undefined> {
  const length = file.length - TRAILER_BYTES;
  if (length < 0 || !startsWith(file, length, MAGIC)) return undefined;
  const content = file.subarray(0, length);
  return startsWith(file, length + MAGIC.length + 8, await digest(content)) ? content : undefined;
}

/** Every check there is, on every load: SQLite's own misses most flipped bits and cut last pages. */
export async function examineFile(
  file: Uint8Array,
  applicationId: number,
  digest: Digest,
): Promise<ExaminedFile> {
  if (file.length === 0) return { kind: 'damaged', reason: sentence`it is empty` };
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isSqlite = file.length >= SQLITE_HEADER_BYTES && startsWith(file, 0, SQLITE_HEADER);
  const isOurs = isSqlite && view.getUint32(68) === applicationId;
  const length = file.length - TRAILER_BYTES;
  if (length < SQLITE_HEADER_BYTES || !startsWith(file, length, MAGIC)) {
    if (isSqlite && !isOurs) return FOREIGN;
    return { kind: 'damaged', reason: sentence`its end is missing or not as it was written` };
  }
  const image = file.subarray(0, length);
  const whole =
    view.getBigUint64(length + MAGIC.length) === BigInt(length) &&
    startsWith(file, length + MAGIC.length + 8, await digest(image));
  if (!whole) return { kind: 'damaged', reason: sentence`its checksum does not match` };
  if (!isSqlite || pageSize(view) * view.getUint32(28) !== length) {
    return { kind: 'damaged', reason: sentence`its SQLite header does not match its length` };
  }
  return isOurs ? { kind: 'whole', image } : FOREIGN;
}

const FOREIGN: ExaminedFile = {
  kind: 'foreign',
  reason: sentence`it is a database of another application`,
};

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function pageSize(view: DataView): number {
  const stored = view.getUint16(16);
  return stored === 1 ? 65_536 : stored;
}

function startsWith(bytes: Uint8Array, offset: number, expected: Uint8Array): boolean {
  return expected.every((byte, at) => bytes[offset + at] === byte);
}
