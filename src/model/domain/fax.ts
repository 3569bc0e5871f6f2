import type { ErrorType, FaxError } from './fax-error.ts';
import type { SinchOptions } from './sinch-options.ts';
import type { WebhookVersion } from './webhook.ts';

export const directions = ['sent', 'received'] as const;
export type Direction = (typeof directions)[number];

/** Source: the reference's page on statuses. There is no `cancelled`: a cancelled fax is a failure with error 75. */
export const faxStatuses = ['queued', 'pendingbatch', 'inprogress', 'success', 'failure', 'partialsuccess'] as const;
export type FaxStatus = (typeof faxStatuses)[number];

/** The statuses of a fax that is not done. */
export const openStatuses = ['queued', 'pendingbatch', 'inprogress'] as const satisfies readonly FaxStatus[];

export const isOpenStatus = (status: FaxStatus): boolean => openStatuses.some((open) => open === status);

export const recipientStatuses = [
  'queued',
  'pendingbatch',
  'inprogress',
  'ringing',
  'callactive',
  'willretry',
  'success',
  'failure',
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** A number that a fax is sent to. */
export interface Recipient {
  /** E.164 with its plus. */
  readonly number: string;
  /** State of the call; null on a fax that was created a moment ago, as recorded. */
  readonly status: RecipientStatus | null;
  readonly retryCount: number;
  readonly completedAt: number | null;
  /** Bits per second; null when nothing was transmitted. */
  readonly bitrate: number | null;
  /** Horizontal resolution in pixels per metre; null when nothing was transmitted. */
  readonly resolution: number | null;
  readonly error: FaxError | null;
}

/** A recipient before the first call. */
export function newRecipient(number: string, status: RecipientStatus | null): Recipient {
  return {
    number,
    status,
    retryCount: 0,
    completedAt: null,
    bitrate: null,
    resolution: null,
    error: null,
  };
}

/** Whether the call to a recipient is over, with or without success. */
export const isDone = ({ status }: Pick<Recipient, 'status'>): boolean => status === 'success' || status === 'failure';

/** The page limit of a fax: uploaded, sample or specified. */
export const pagesMax = 1000;

/** A barcode that was found on a page of a received fax. */
export interface Barcode {
  readonly type: string;
  /** Counted from 1. */
  readonly page: number;
  readonly value: string;
  /** The PhaxCode's identifier and metadata, when it is one. */
  readonly identifier: string | null;
  readonly metadata: string | null;
}

/** The states of a fax's document: stored, deleted by the user, or never stored (storage was off, or there is none). */
export const fileStates = ['stored', 'deleted', 'not_stored'] as const;
export type FileState = (typeof fileStates)[number];

/** A source of a sent fax's pages. The bytes are stored apart, as blobs. */
export type Source =
  | { readonly kind: 'file'; readonly filename: string; readonly type: string | null; readonly blob: string }
  | { readonly kind: 'text' | 'html'; readonly blob: string }
  | { readonly kind: 'url'; readonly url: string };

/** The steps of a sent fax; `domain/course.ts` has their order. */
export const faxSteps = [
  'fire',
  'convert',
  'ring',
  'answer',
  'page',
  'hangup',
  'finish',
  'cancel',
  'script',
  'stuck',
  'unread',
] as const;
export type FaxStep = (typeof faxSteps)[number];

/** The statuses of a scripted course; `willretry` is the status of recipients after a failed call. */
export const scriptedStatuses = ['inprogress', 'willretry', 'success', 'partialsuccess', 'failure'] as const;

/** A step that a scenario wrote for a fax, so many ms after the one before, or when the fax is read. */
export interface ScriptedStep {
  /** Time until the step, in ms; null for the time of the world's pace. */
  readonly afterMs: number | null;
  /** How often the fax has yet to be read until the step is done; null if time alone counts. */
  readonly reads: number | null;
  readonly status: (typeof scriptedStatuses)[number];
  /** Error of a failed call; null for other results. */
  readonly error: FaxError | null;
}

/** The next step of a fax that is on its way. */
export interface Due {
  readonly at: number;
  readonly step: FaxStep;
  /**
   * The page that `page` is about, from 1; the pages that go over until `hangup` without a step of their own; the index of the
   * scripted step for `script` and `unread`; 0 for other steps.
   */
  readonly page: number;
}

/** The options of the request that created a sent fax, which the API does not show. */
export interface SendOptions {
  /** The simulated failure that `test_fail` asked for. */
  readonly testFail: ErrorType | null;
  /** The id of the fax that opened the batch this one goes out with, its own included; null if it is in none. */
  readonly batch: number | null;
  /** Whether no further fax joins that batch. */
  readonly isBatchClosed: boolean;
  readonly avoidsCollisions: boolean;
  /** Instant at which the fax is cancelled unless it is done; null if never. */
  readonly cancelAt: number | null;
  /** The course that a scenario has for it, in place of the usual calls; empty: none. */
  readonly script: readonly ScriptedStep[];
  /** The number of retries after a call that fails on the line, such as 2; null for that of the account. */
  readonly retries: number | null;
  /** The time from a failed call to its retry, in ms; null for that of the account. */
  readonly retryDelayMs: number | null;
  /** The URLs among its contents, in their order, which outlive `sources`; empty: there was none. */
  readonly contentUrls: readonly string[];
  /** The options of a v3 send; null: another version sent it. */
  readonly sinch: SinchOptions | null;
  /** The service of a number by which a fax came or was made; null: that of the send by v3, else the first one. */
  readonly service: number | null;
  /** The form of webhooks that belongs to the version of its request, v1; null: it is not known. */
  readonly webhookVersion: WebhookVersion | null;
}

/** A fax, sent or received. All times are ms since the Unix epoch on the world's clock. */
export interface Fax {
  readonly id: number;
  readonly direction: Direction;
  /** True for a fax made with the test key pair, which is never really transmitted. */
  readonly isTest: boolean;
  readonly status: FaxStatus;
  readonly createdAt: number;
  /**
   * End of the fax; null until it is done. The end of a received fax can lie up to 4 s before `createdAt`, as
   * recorded.
   */
  readonly completedAt: number | null;
  /** 0 until the documents are converted. */
  readonly pages: number;
  /** US cents; 0 while queued and on failure. */
  readonly costCents: number;
  /** Pages of the document that is kept, known before `pages` shows them. */
  readonly documentPages: number;
  readonly file: FileState;
  /** Sent faxes: the number shown to the called side, where the request has one. */
  readonly callerId: string | null;
  /** Received faxes only, and only when the account has it switched on. */
  readonly callerName: string | null;
  /** Received faxes only; E.164. */
  readonly fromNumber: string | null;
  /** Received faxes only; E.164. */
  readonly toNumber: string | null;
  /** Empty for received faxes. */
  readonly recipients: readonly Recipient[];
  readonly tags: Readonly<Record<string, string>>;
  readonly error: FaxError | null;
  readonly barcodes: readonly Barcode[];
  /** URL from the call that made the fax; null if the account's is used. */
  readonly callbackUrl: string | null;
  readonly headerText: string | null;
  /** The sources that wait for conversion; empty after it. */
  readonly sources: readonly Source[];
  /** The blob of the converted document; null while there is none, and for a fixture's, which is drawn on demand. */
  readonly document: string | null;
  readonly options: SendOptions;
  /** The id of the fax that it sends again; null if it is no resend. */
  readonly resentFrom: number | null;
  /** Next step of the fax; null once it is done. */
  readonly due: Due | null;
}

export const plainOptions: SendOptions = {
  testFail: null,
  batch: null,
  isBatchClosed: false,
  avoidsCollisions: false,
  cancelAt: null,
  script: [],
  retries: null,
  retryDelayMs: null,
  contentUrls: [],
  sinch: null,
  service: null,
  webhookVersion: null,
};

/** The id of the service that a fax is on in v3; null for the first one. */
export const serviceKeyOf = ({ options: { service, sinch } }: Pick<Fax, 'options'>): number | null =>
  service ?? sinch?.service ?? null;

/** All numbers of a fax (sent to, from, received on), with which the phone number filter compares. */
export function numbersOf(fax: Fax): readonly string[] {
  const numbers = fax.recipients.map((recipient) => recipient.number);
  if (fax.fromNumber !== null) numbers.push(fax.fromNumber);
  if (fax.toNumber !== null) numbers.push(fax.toNumber);
  return numbers.length < 2 ? numbers : [...new Set(numbers)];
}

/** The errors of a fax and of its calls; one that both have comes twice. */
export const errorsOf = ({ error, recipients }: Fax): FaxError[] =>
  [error, ...recipients.map((to) => to.error)].filter((known) => known !== null);

/** The blobs of a fax: its sources and its document. */
export function blobsOf({ sources, document }: Fax): string[] {
  const blobs: string[] = [];
  for (const source of sources) if ('blob' in source) blobs.push(source.blob);
  if (document !== null) blobs.push(document);
  return blobs;
}
