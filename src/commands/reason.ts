/** What went wrong, as briefly as the system says it: `ENOENT` rather than a sentence, where there is a code. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.message : String(error);
}
