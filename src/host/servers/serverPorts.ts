import type { Digest, IdMaker, Log } from '../../service/ports';

/** What a store on a server needs beside its address. */
export interface ServerPorts {
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly log: Log;
  /** So many of the latest revisions of a plan are kept when it is compacted; 0: all. Asked each time. */
  readonly keepRevisions: () => number;
  /** A connection was cut while nobody asked for anything, or while somebody did. */
  readonly onCut: () => void;
}

/** A server that does not answer by then does not answer. */
export const CONNECT_MS = 8_000;
/** Longer than any statement of ours takes; a server that hangs keeps nobody. */
export const ANSWER_MS = 20_000;
