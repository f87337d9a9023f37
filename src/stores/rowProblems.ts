import { type Sentence, sentence } from '../domain/sentence';

/** So many rows of a session that nobody could read. */
export interface UnreadableRows {
  readonly events?: number;
  /** Events without a place in the log. */
  readonly beyond: number;
  readonly calls: number;
  /** Removed steps of which nothing tells the revision. */
  readonly unrevised: number;
}

export function rowProblemsOf({
  events = 0,
  beyond,
  calls,
  unrevised,
}: UnreadableRows): Sentence[] {
  return [
    ...(events > 0 ? [sentence`${eventRows(events)} cannot be read.`] : []),
    ...(beyond > 0 ? [sentence`${eventRows(beyond)} of no place in the log.`] : []),
    ...(calls > 0
      ? [
          calls === 1
            ? sentence`1 recorded answer cannot be read.`
            : sentence`${calls} recorded answers cannot be read.`,
        ]
      : []),
    ...(unrevised > 0
      ? [
          unrevised === 1
            ? sentence`1 removed step without a revision.`
            : sentence`${unrevised} removed steps without a revision.`,
        ]
      : []),
  ];
}

function eventRows(count: number): Sentence {
  return count === 1 ? sentence`1 event row` : sentence`${count} event rows`;
}
