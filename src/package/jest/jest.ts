import type { Expected, ExpectedFax, ExpectedWebhook, OperationId } from './expected.ts';

export { matchers, matchersWith } from './matchers.ts';
export type { Expected, ExpectedFax, ExpectedWebhook, OperationId } from './expected.ts';

/** The matchers of `expect.extend(matchers)`, which faxsim/jest-types and faxsim/vitest-types declare. */
export interface FaxsimMatchers<R> {
  /** Expects that a world received an operation `times` times, by default at least once. Must be awaited. */
  toHaveReceived(operation: OperationId, expected?: Expected): Promise<R>;
  /** Expects that a world has delivered a webhook `times` times, by default at least once. Must be awaited. */
  toHaveDelivered(expected?: ExpectedWebhook): Promise<R>;
  /** Expects that a world has a fax of this id with these fields. Must be awaited. The message has the history of the fax. */
  toHaveFax(fax: number | string, expected?: ExpectedFax): Promise<R>;
  /**
   * Expects that a fax failed with the error of this id, type or message. Accepts the fax in the form of any version of
   * the API or of `faxes.show`. With the world of the fax, the message also has the address of the fax in the console.
   */
  toHaveFailedWith(error: number | string, world?: { readonly baseUrl: string }): R;
}
