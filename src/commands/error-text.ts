/** What went wrong, as briefly as the system says it: `ENOENT` rather than a sentence, where there is a code. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.message : String(error);
}

/** A message that ends with such a reason, and with advice where no program listens. */
export const advised = (message: string): string =>
  message.endsWith('ECONNREFUSED')
    ? `${message}; is faxsim running? Start it with faxsim start, or say where it is with --url`
    : message;
