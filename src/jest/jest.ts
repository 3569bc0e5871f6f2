import type { Expected } from './matchers.ts';

export { matchers } from './matchers.ts';
export type { Expected } from './matchers.ts';

/** What `expect.extend(matchers)` adds, to be declared once: docs/testing.md has it for Jest and for Vitest. */
export interface FaxsimMatchers<R> {
  /** That a world was asked for an operation so many `times`, or at least once. To be awaited. */
  toHaveReceived(operation: string, expected?: Expected): Promise<R>;
  /** That a fax, as any version of the API shows it, failed with the error of this id, type or message. */
  toHaveFailedWith(error: number | string): R;
}
