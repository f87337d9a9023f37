/** The form of a sequence outside the process: a decimal string; `"0"` is before the first event. */
export function cursorOf(sequence: number): string {
  return String(sequence);
}
