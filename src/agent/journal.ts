/**
 * The memory of a durable engine. The first time an operation runs and what it resolves to (JSON) is
 * kept; on replay the kept value is answered, in the order in which operations were recorded, and the
 * operation does not run. An operation that may have run without being kept runs again.
 */
export interface Journal {
  /** `owner` is stable: the id of the planning. `name` says which operation it is. */
  record<T>(owner: string, name: string, run: () => Promise<T>): Promise<T>;
}

/** Where nothing is replayed. */
export const NO_JOURNAL: Journal = { record: (_owner, _name, run) => run() };
