/** Before a file that outgrows it is lost sight of. */
const ROOM = 128 * 1024;

/**
 * What a database in memory is opened with so that its file can be seen from outside: to export one takes
 * 0.2 ms and leaves as many bytes behind, to look at these takes nothing. sql.js keeps files as arrays. The first write to a file keeps a
 * `slice` of what is written, here an array of ours with room to grow; later ones `set` bytes in it; and before
 * a file gets another array, all that it holds is asked for with `subarray`. So whatever happens to the file is
 * seen here, or it is seen that nothing more is.
 */
export class WatchedFile extends Uint8Array {
  #kept: KeptBytes | undefined;

  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  override slice(): Uint8Array<ArrayBuffer> {
    return (this.#kept ??= new KeptBytes(this));
  }

  /** What became of the file; undefined when the engine took no notice of this. */
  get kept(): { image(): Uint8Array | undefined } | undefined {
    return this.#kept;
  }
}

class KeptBytes extends Uint8Array<ArrayBuffer> {
  readonly #header: DataView;
  #length: number;
  #isWritten = false;
  #isLost = false;

  static get [Symbol.species](): Uint8ArrayConstructor {
    return Uint8Array;
  }

  constructor(content: Uint8Array) {
    super(new ArrayBuffer(content.length + ROOM));
    super.set(content);
    this.#header = new DataView(this.buffer);
    this.#length = content.length;
  }

  override set(bytes: ArrayLike<number>, at = 0): void {
    super.set(bytes, at);
    this.#isWritten = true;
    this.#length = Math.max(this.#length, at + bytes.length);
  }

  /** SQLite itself reads no more than a page. */
  override subarray(from = 0, to = this.length): Uint8Array<ArrayBuffer> {
    if (to - from > this.#pageSize) this.#isLost = true;
    return super.subarray(from, to);
  }

  /** Until the next change; undefined unless it is sure that these are the bytes of the last transaction. */
  image(): Uint8Array | undefined {
    const isWhole = this.#pageSize * this.#header.getUint32(28) === this.#length;
    if (this.#isLost || !this.#isWritten || !isWhole) return undefined;
    this.#isWritten = false;
    return super.subarray(0, this.#length);
  }

  get #pageSize(): number {
    const stored = this.#header.getUint16(16);
    return stored === 1 ? 65_536 : stored;
  }
}
