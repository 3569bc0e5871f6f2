import { field, fieldsOf, listOf, orNull, words } from '../fields/record-table.ts';
import type { RecordOf, ValueOf } from '../fields/record-table.ts';
import { errorTable } from './fax-error.ts';
import type { FaxError } from './fax-error.ts';
import { optionTable, plainOptions } from './send-options.ts';

export const directions = ['sent', 'received'] as const;
export type Direction = (typeof directions)[number];

/** Source: the reference's page on statuses. There is no `cancelled`: a cancelled fax is a failure with error 75. */
export const faxStatuses = ['queued', 'pendingbatch', 'inprogress', 'success', 'failure', 'partialsuccess'] as const;
export type FaxStatus = (typeof faxStatuses)[number];

/** The statuses of a fax that is not done. */
export const openStatuses = ['queued', 'pendingbatch', 'inprogress'] as const satisfies readonly FaxStatus[];

/** The statuses of a fax that failed for one of its numbers or for all. */
export const wentWrong = ['failure', 'partialsuccess'] as const satisfies readonly FaxStatus[];

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

const recipientTable = {
  /** E.164 with its plus. */
  number: 'phoneNumber',
  /** State of the call; null on a fax that was created a moment ago, as recorded. */
  status: orNull(words(recipientStatuses)),
  retryCount: 'count',
  completedAt: orNull('time'),
  /** Bits per second; null when nothing was transmitted. */
  bitrate: field(orNull('number'), { isUndocumented: true }),
  /** Horizontal resolution in pixels per metre; null when nothing was transmitted. */
  resolution: field(orNull('number'), { isUndocumented: true }),
  error: orNull(fieldsOf(errorTable)),
} as const;

/** A number that a fax is sent to. */
export interface Recipient extends RecordOf<typeof recipientTable> {}

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

const barcodeTable = {
  type: 'text',
  page: 'pageNumber',
  value: 'text',
  /** The identifier and the metadata of a PhaxCode; null for another barcode. */
  identifier: orNull('text'),
  metadata: orNull('text'),
} as const;

/** A barcode that was found on a page of a received fax. */
export interface Barcode extends RecordOf<typeof barcodeTable> {}

/** The states of a fax's document: stored, deleted by the user, or never stored (storage was off, or there is none). */
export const fileStates = ['stored', 'deleted', 'not_stored'] as const;
export type FileState = (typeof fileStates)[number];

const source = {
  variantBy: 'kind',
  variants: [
    { kind: words(['file']), filename: 'text', type: orNull('text'), blob: 'text' },
    { kind: words(['text', 'html']), blob: 'text' },
    { kind: words(['url']), url: 'text' },
  ],
  expected: 'a source of kind file, text, html or url, with the fields of its kind',
} as const;

/** A source of a sent fax's pages. The bytes are stored apart, as blobs. */
export type Source = ValueOf<typeof source>;

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

const due = {
  at: 'time',
  step: field(words(faxSteps), { hasFurtherWords: true }),
  /** `page`: the page, from 1; `hangup`: the pages sent until then; `script` and `unread`: the index of the scripted step; else 0. */
  page: field('integer', { isUndocumented: true }),
} as const;

/** The next step of a fax that is on its way. */
export interface Due extends RecordOf<typeof due> {}

/**
 * The fields of a fax, in the order in which the control API documents them. A further field is a row here, and the next member in
 * `changedFax`. All times are ms since the Unix epoch on the world's clock.
 */
export const faxTable = {
  id: field('key', { usual: 0 }),
  direction: field(words(directions), { usual: 'sent', about: 'Whether the fax is sent or received' }),
  /** True for a fax made with the test key pair, which is never really transmitted. */
  isTest: field('flag', {
    usual: false,
    isPlain: true,
    isWritten: true,
    isContent: true,
    about: 'Whether the test keys sent it',
  }),
  status: field(words(faxStatuses), {
    usual: 'queued',
    isSearched: true,
    about: 'The status; it decides missing times, recipients and costs',
  }),
  createdAt: field('time', { usual: 0, about: 'The time of its creation; by default now' }),
  /** End of the fax; null until it is done. That of a received fax can lie up to 4 s before `createdAt`, as recorded. */
  completedAt: field(orNull('time'), { usual: null, about: 'The time of its end' }),
  /** Sent faxes: the number shown to the called side, if the request has one. */
  callerId: field(orNull('phoneNumber'), { usual: null, isContent: true }),
  /** Received faxes only, and only when the account has it switched on. */
  callerName: field(orNull('text'), {
    usual: null,
    isPlain: true,
    only: 'received',
    isWritten: true,
    isSearched: true,
    about: 'The caller name of a received fax',
  }),
  /** Received faxes only; E.164. */
  fromNumber: field(orNull('phoneNumber'), { usual: null, isContent: true }),
  /** Received faxes only; E.164. */
  toNumber: field(orNull('phoneNumber'), { usual: null, isContent: true }),
  /** URL from the call that made the fax; null if the account's is used. */
  callbackUrl: field(orNull('callbackUrl'), {
    usual: null,
    isPlain: true,
    isSent: true,
    isWritten: true,
    isSearched: true,
    about: 'The URL for its webhooks; by default the URL of the account',
  }),
  headerText: field(orNull('text'), {
    usual: null,
    isPlain: true,
    isSent: true,
    isWritten: true,
    isSearched: true,
    isResent: true,
    isContent: true,
    about: 'The text at the top of each page',
  }),
  /** 0 until the documents are converted. */
  pages: field('pageCount', { usual: 0, about: 'The number of pages' }),
  /** Pages of the document that is kept, known before `pages` shows them. */
  documentPages: field('pageCount', { usual: 0, isResent: true }),
  /** US cents; 0 while queued and on failure. */
  costCents: field('price', { usual: 0 }),
  file: field(words(fileStates), { usual: 'not_stored', isResent: true }),
  /** Empty for received faxes. */
  recipients: field(listOf(fieldsOf(recipientTable)), { usual: [], isContent: true }),
  barcodes: field(listOf(fieldsOf(barcodeTable)), { usual: [], isPlain: true }),
  tags: field('texts', {
    usual: {},
    isPlain: true,
    isWritten: true,
    isResent: true,
    isContent: true,
    about: 'The tags: names with their values',
  }),
  error: field(orNull(fieldsOf(errorTable)), { usual: null }),
  /** The id of the fax that it sends again; null if it is no resend. */
  resentFrom: field(orNull('key'), { usual: null }),
  options: field(fieldsOf(optionTable), { usual: plainOptions }),
  /** Next step of the fax; null once it is done. */
  due: field(orNull(fieldsOf(due)), { usual: null }),
  /** The sources that wait for conversion; empty afterwards. */
  sources: field(listOf(source), { usual: [], isUndocumented: true, isResent: true, isContent: true }),
  /** The blob of the converted document; null before the conversion, and for a document of a fixture, which is drawn on demand. */
  document: field(orNull('text'), { usual: null, isUndocumented: true, isResent: true, isContent: true }),
} as const;

/** A fax, sent or received. */
export interface Fax extends RecordOf<typeof faxTable> {}

/**
 * A fax with other fields. Faxes that are made or changed are objects of one literal, which lists each field: for a
 * spread of a spread, V8 makes a new hidden class, and would compile all code that reads faxes again for each step of
 * their lives.
 */
export function changedFax(fax: Fax, changes: Partial<Fax>): Fax {
  const copy: Fax = {
    id: fax.id,
    direction: fax.direction,
    isTest: fax.isTest,
    status: fax.status,
    createdAt: fax.createdAt,
    completedAt: fax.completedAt,
    pages: fax.pages,
    costCents: fax.costCents,
    documentPages: fax.documentPages,
    file: fax.file,
    callerId: fax.callerId,
    callerName: fax.callerName,
    fromNumber: fax.fromNumber,
    toNumber: fax.toNumber,
    recipients: fax.recipients,
    tags: fax.tags,
    error: fax.error,
    barcodes: fax.barcodes,
    callbackUrl: fax.callbackUrl,
    headerText: fax.headerText,
    sources: fax.sources,
    document: fax.document,
    options: fax.options,
    resentFrom: fax.resentFrom,
    due: fax.due,
  };
  return Object.assign(copy, changes);
}

/** The id of a fax's service in v3; null for the first service. */
export const serviceKeyOf = ({ options: { service, sinch } }: Pick<Fax, 'options'>): number | null =>
  service ?? sinch?.service ?? null;

/** All numbers of a fax (sent to, from, received on), which the filter by phone number compares. */
export function numbersOf(fax: Fax): readonly string[] {
  const numbers = fax.recipients.map((recipient) => recipient.number);
  if (fax.fromNumber !== null) numbers.push(fax.fromNumber);
  if (fax.toNumber !== null) numbers.push(fax.toNumber);
  return numbers.length < 2 ? numbers : [...new Set(numbers)];
}

/** The errors of a fax and of its calls. An error that both have is listed twice. */
export const errorsOf = ({ error, recipients }: Fax): FaxError[] =>
  [error, ...recipients.map((to) => to.error)].filter((known) => known !== null);

/** The blobs of a fax: its sources and its document. */
export function blobsOf({ sources, document }: Fax): string[] {
  const blobs: string[] = [];
  for (const source of sources) if ('blob' in source) blobs.push(source.blob);
  if (document !== null) blobs.push(document);
  return blobs;
}
