import type { Direction, Fax } from './fax.ts';
import type { CompletedFileForm } from './sinch-options.ts';
import type { WebhookVersion } from './webhook.ts';

/** The settings and the balance of the account of a world. */
export interface Account {
  readonly balanceCents: number;
  /** Long-term file storage: when it is off, no fax keeps its file, and none can be resent. */
  readonly fileStorage: boolean;
  /** Called for sent faxes that name no callback URL of their own; null if there is none. */
  readonly sendCallbackUrl: string | null;
  /** Called for received faxes whose number has no callback URL of its own; null if there is none. */
  readonly receiveCallbackUrl: string | null;
  /** The form of its webhooks. */
  readonly webhookVersion: WebhookVersion;
  /** Signs its webhooks; null if they are not signed. */
  readonly webhookToken: string | null;
  /** Whether events of pages and retries are sent while a fax is on its way. */
  readonly inflightWebhooks: boolean;
  /** The default number of retries of a failed call, and the time before each in ms. */
  readonly faxRetries: number;
  readonly faxRetryDelayMs: number;
  /** The limit on calls of each API key; null for no limit. */
  readonly rateLimit: RateLimit | null;
  /** Faxes that the simulator sends and receives by itself; null if there is none. */
  readonly traffic: Traffic | null;
  /** The id of its Sinch project; null if it follows from the seed of the world. */
  readonly projectId: string | null;
  /** The keys of the document in a v3 webhook of a completed fax. */
  readonly completedFile: CompletedFileForm;
  /** US dollars that v3 shows for a page to the US or Canada. */
  readonly pagePrice: number;
}

/** An average rate of faxes: `faxes` in each span of `windowMs`. */
export interface Traffic {
  readonly faxes: number;
  readonly windowMs: number;
}

/** A limit on calls: `calls` in each span of `windowMs`. */
export interface RateLimit {
  readonly calls: number;
  readonly windowMs: number;
}

/** US dollars, in the samples of the v3 reference; third parties saw 0.045 live. */
export const usualPagePrice = 0.07;

/** A new account, without `balanceCents`. The two settings of retries are assumed. */
export const accountDefaults = {
  fileStorage: true,
  sendCallbackUrl: null,
  receiveCallbackUrl: null,
  webhookVersion: 'v2.1',
  webhookToken: null,
  inflightWebhooks: false,
  faxRetries: 0,
  faxRetryDelayMs: 60_000,
  rateLimit: null,
  traffic: null,
  projectId: null,
  completedFile: 'both',
  pagePrice: usualPagePrice,
} as const satisfies Omit<Account, 'balanceCents'>;

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
