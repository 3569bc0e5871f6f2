import type { Expected, ExpectedFax, ExpectedWebhook, OperationId } from './expected.ts';

export { matchers, matchersWith } from './matchers.ts';
export type { Expected, ExpectedFax, ExpectedWebhook, OperationId } from './expected.ts';

/** The matchers of `expect.extend(matchers)`, which faxsim/jest-types and faxsim/vitest-types declare. */
export interface FaxsimMatchers<R> {
  /** Expects that a world received an operation so many `times`, or at least once. Must be awaited. */
  toHaveReceived(operation: OperationId, expected?: Expected): Promise<R>;
  /** Expects that a world has delivered a webhook so many `times`, or at least once. Await it. */
  toHaveDelivered(expected?: ExpectedWebhook): Promise<R>;
  /** Expects that a world has a fax of this id with these fields. Await it. The message has the history of the fax. */
  toHaveFax(fax: number | string, expected?: ExpectedFax): Promise<R>;
  /**
   * Expects that a fax, as any version of the API or `faxes.show` shows it, failed with the error of this id, type or
   * message. The world of the fax adds the address of the fax in the console to the message.
   */
  toHaveFailedWith(error: number | string, world?: { readonly baseUrl: string }): R;
}
