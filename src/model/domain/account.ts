import { field, fieldsOf, orNull, usualRecord, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import type { Direction, Fax } from './fax.ts';
import { completedFileForms } from './sinch-options.ts';
import { webhookVersions } from './webhook.ts';

/** US dollars, in the samples of the v3 reference; third parties saw 0.045 live. */
export const usualPagePrice = 0.07;

/** The fields of an account. A new one has the usual values; the two settings of retries are assumed. */
export const accountTable = {
  balanceCents: 'cents',
  /** Long-term file storage: when it is off, no fax keeps its file, and none can be resent. */
  fileStorage: field('flag', { usual: true }),
  /** Called for sent faxes that name no callback URL of their own; null if there is none. */
  sendCallbackUrl: field(orNull('callbackUrl'), { usual: null }),
  /** Called for received faxes whose number has no callback URL of its own; null if there is none. */
  receiveCallbackUrl: field(orNull('callbackUrl'), { usual: null }),
  /** The form of its webhooks. */
  webhookVersion: field(words(webhookVersions), { usual: 'v2.1' }),
  /** Signs its webhooks; null if they are not signed. */
  webhookToken: field(orNull('text'), { usual: null }),
  /** Whether events of pages and retries are sent while a fax is on its way. */
  inflightWebhooks: field('flag', { usual: false }),
  /** The default number of retries of a failed call, and the time before each. */
  faxRetries: field('count', { usual: 0 }),
  faxRetryDelayMs: field('ms', { usual: 60_000 }),
  /** The limit on calls of each API key in each span; null for no limit. */
  rateLimit: field(orNull(fieldsOf({ calls: 'positive', windowMs: 'span' })), { usual: null }),
  /** The average rate of the faxes that the simulator sends and receives by itself; null if there is none. */
  traffic: field(orNull(fieldsOf({ faxes: 'positive', windowMs: 'span' })), { usual: null }),
  /** The id of its Sinch project; null if it follows from the seed of the world. */
  projectId: field(orNull('text'), { usual: null, isLater: true }),
  /** The keys of the document in a v3 webhook of a completed fax. */
  completedFile: field(words(completedFileForms), { usual: 'both', isLater: true }),
  /** US dollars that v3 shows for a page to the US or Canada. */
  pagePrice: field('dollars', { usual: usualPagePrice, isLater: true }),
} as const;

/** The settings and the balance of the account of a world. */
export interface Account extends RecordOf<typeof accountTable> {}

export type Traffic = NonNullable<Account['traffic']>;
export type RateLimit = NonNullable<Account['rateLimit']>;

/** A new account, without `balanceCents`. */
export const accountDefaults = usualRecord(accountTable);

/** The limits of an account's settings. They are assumed, because those of the service are unknown. */
export const accountLimits = {
  balanceCents: { min: 0, max: 1_000_000_000 },
  faxRetries: { min: 0, max: 100 },
  rateLimitCalls: { min: 1, max: 1_000_000 },
  trafficFaxesPerSecond: 1000,
} as const;

/** The retries of a fax's calls and the time before each in ms: its own, else those of the account. */
export const retriesOf = (
  { options }: Pick<Fax, 'options'>,
  { faxRetries, faxRetryDelayMs }: Account,
): { readonly retries: number; readonly delayMs: number } => ({
  retries: options.retries ?? faxRetries,
  delayMs: options.retryDelayMs ?? faxRetryDelayMs,
});

/** Whether the file of a fax is kept after its end: both the account and the fax's v3 service must allow it. */
export const keepsFile = ({ options: { sinch } }: Pick<Fax, 'options'>, { fileStorage }: Account): boolean =>
  fileStorage && sinch?.savesDocument !== false;

export type FaxCounts = Readonly<Record<Direction, number>>;

/** The balance of an account, and its counts of faxes. */
export interface AccountStatus {
  readonly balanceCents: number;
  readonly today: FaxCounts;
  readonly thisMonth: FaxCounts;
}

export interface KeyPair {
  readonly key: string;
  readonly secret: string;
}

/** The two key pairs of an account. The pair of a call decides whether its faxes are tests. */
export interface Credentials {
  readonly live: KeyPair;
  readonly test: KeyPair;
}

/** The documented keys of the default world, in the service's form: 40 lower-case hexadecimal digits each. */
export const defaultCredentials: Credentials = {
  live: { key: 'faced0fa000000000000000000000000000011fe', secret: 'faced0fa5ec7e7000000000000000000000011fe' },
  test: { key: 'faced0fa000000000000000000000000000007e5', secret: 'faced0fa5ec7e7000000000000000000000007e5' },
};
