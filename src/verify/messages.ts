import type { OperationId } from '../domain/operation.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import { messages, v1Messages } from '../wire/messages.ts';

type Texts = Readonly<Partial<Record<OperationId, string | RegExp>>>;

const texts: Texts = { ...messages, getDefaultPhaxCode: messages.getPhaxCode };
const v1Texts: Texts = {
  ...texts,
  getFax: v1Messages.getFax,
  listCountries: v1Messages.supportedCountries,
  listAreaCodes: /^\d+ area codes available\.$/,
};

/** The text of an operation's success in a version. */
export const messageOf = (version: ApiVersion, operation: OperationId): string | RegExp | undefined =>
  (version === 'v1' ? v1Texts : texts)[operation];

export const isMessage = (text: unknown, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? text === expected : expected.test(String(text));
