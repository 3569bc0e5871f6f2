import { field, fieldsOf, listOf, orNull, usualRecord, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { callbackContentTypes, faxResolutions, imageConversions } from './sinch-options.ts';

/** The fields of a service; the usual values are those of the API reference of v3. */
export const serviceTable = {
  id: 'key',
  name: field('text', { usual: 'Default service' }),
  /** URL for webhooks about faxes to its numbers; null without one. */
  incomingWebhookUrl: field(orNull('callbackUrl'), {
    usual: null,
    about: 'The URL for webhooks about faxes to its numbers',
  }),
  webhookContentType: field(words(callbackContentTypes), { usual: 'multipart/form-data' }),
  isDefault: field('flag', { usual: false, about: 'Whether a send that names no service uses this service' }),
  /** E.164; null for the first number of the account. */
  defaultFrom: field(orNull('phoneNumber'), { usual: null, about: 'By default the first number of the account' }),
  retries: field('count', { usual: 3, about: 'The number of retries after a call that fails' }),
  retryDelayMs: field('ms', { usual: 60_000, about: 'The time from a failed call to its retry, in ms' }),
  imageConversion: field(words(imageConversions), { usual: 'HALFTONE' }),
  resolution: field(orNull(words(faxResolutions)), { usual: null }),
  /** The cover page of its faxes; null without one. */
  coverPage: field(orNull('key'), { usual: null, about: 'The id of the cover page of its faxes' }),
  savesOutbound: field('flag', { usual: true, about: 'Whether the documents of its sent faxes are kept' }),
  savesInbound: field('flag', { usual: true, about: 'Whether the documents of its received faxes are kept' }),
  scansBarcodes: field('flag', { usual: false, about: 'Whether its received faxes show their barcodes' }),
  inProgressNotifications: field('flag', { usual: false }),
  createdAt: field('time', { about: 'The time of its creation; its id in v3 follows from it' }),
  updatedAt: 'time',
} as const;

/** A set of defaults for faxes, which v3 calls a service. Source: the API reference of v3. */
export interface SinchService extends RecordOf<typeof serviceTable> {}

/** A service with the defaults of the API reference. */
export const serviceDefaults = usualRecord(serviceTable);

export const coverPageTable = {
  id: 'key',
  serviceId: 'key',
  name: 'text',
  /** The PDF in base64. */
  content: field('text', { about: 'The PDF in base64, in place of `file`; exports contain it' }),
  createdAt: 'time',
  updatedAt: 'time',
} as const;

/** A PDF that goes before the pages of a fax, with tags such as `{{to}}` that are filled in. */
export interface CoverPage extends RecordOf<typeof coverPageTable> {}

export const mailPermissions = ['both', 'send', 'receive'] as const;

export const faxMailTable = {
  id: 'key',
  serviceId: 'key',
  email: 'text',
  numbers: listOf(fieldsOf({ number: 'phoneNumber', permissions: words(mailPermissions) })),
  createdAt: 'time',
  updatedAt: 'time',
} as const;

/** An address that gets the faxes to numbers of a service as mails. */
export interface FaxMail extends RecordOf<typeof faxMailTable> {}
