/** What the platform calls a failure, such as `ENOENT`; undefined where it is none of the platform's. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
