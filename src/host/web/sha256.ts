/*
 * SHA-256 (FIPS 180-4) where Node is not: that of browsers answers later, and the service has to know at once.
 */
const ROUNDS = 64;
const BLOCK = 64;

/** The first 32 bits behind the point of the roots of the first primes. */
const [START, ROUND] = constants();

export function sha256(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.from(START);
  const words = new Int32Array(ROUNDS);
  const padded = withLength(bytes);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    expand(words, padded, at);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setInt32(at * 4, word);
  return new Uint8Array(digest.buffer);
}

function withLength(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function expand(words: Int32Array, block: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(at + i * 4);
  for (let i = 16; i < ROUNDS; i++) {
    const [far, near] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
    const one = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const other = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words[i] = (words[i - 16] ?? 0) + one + (words[i - 7] ?? 0) + other;
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < ROUNDS; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (words[i] ?? 0)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const other = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e] = [g, f, e, (d + one) | 0];
    [d, c, b, a] = [c, b, a, (one + other) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word;
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function constants(): readonly [readonly number[], readonly number[]] {
  const primes: number[] = [];
  for (let n = 2; primes.length < ROUNDS; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
  return [
    primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    primes.map((prime) => fraction(Math.cbrt(prime))),
  ];
}
