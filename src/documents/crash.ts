/**
 * Whether WebAssembly itself gave up, as it does when memory runs out. What ran in it cannot be used any more, and the
 * thread is to end.
 */
export function isCrash(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}
