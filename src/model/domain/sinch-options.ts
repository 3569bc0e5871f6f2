import { field, orNull, usualRecord, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';

/** Source of all words and defaults here: the API reference of v3. */
export const callbackContentTypes = ['multipart/form-data', 'application/json'] as const;
export type CallbackContentType = (typeof callbackContentTypes)[number];

export const imageConversions = ['HALFTONE', 'MONOCHROME'] as const;
export type ImageConversion = (typeof imageConversions)[number];

export const faxResolutions = ['FINE', 'SUPERFINE'] as const;
export type FaxResolution = (typeof faxResolutions)[number];

/** The two forms of error bodies: that of the samples of the documentation, and that of its schema. */
export const sinchErrorForms = ['docs', 'schema'] as const;
export type SinchErrorForm = (typeof sinchErrorForms)[number];

/** The keys of the document in a JSON webhook of a completed fax: `file`, `files`, or both. */
export const completedFileForms = ['both', 'file', 'files'] as const;
export type CompletedFileForm = (typeof completedFileForms)[number];

/** The number of the service that each project has from the start. */
export const firstServiceId = 1;

/** The fields of `SinchOptions`; the usual values are those that v3 shows for a fax that another version sent. */
export const sinchTable = {
  /** The service that it was sent by. */
  service: field('key', { usual: firstServiceId }),
  callbackContentType: field(words(callbackContentTypes), { usual: 'multipart/form-data' }),
  headerPageNumbers: field('flag', { usual: true }),
  /** The IANA zone of the times in its header line. */
  headerTimeZone: field('text', { usual: 'America/New_York' }),
  imageConversion: field(words(imageConversions), { usual: 'HALFTONE' }),
  /** Null if the line decides. */
  resolution: field(orNull(words(faxResolutions)), { usual: null }),
  /** The number of the fax's cover page; null without one. */
  coverPage: field(orNull('key'), { usual: null }),
  /** The values of the cover page's own tags by their names. */
  coverPageData: field('texts', { usual: {} }),
  inProgressNotifications: field('flag', { usual: false }),
  /** Whether the fax's document is kept after the end of the fax. */
  savesDocument: field('flag', { usual: true }),
  /** The position of its number in the request that sent it; the faxes of one request have ids in that order. */
  position: field('count', { usual: 0, isLater: true }),
} as const;

/** The options of a sent fax that only v3 has. */
export interface SinchOptions extends RecordOf<typeof sinchTable> {}

/** The options that v3 shows for a fax sent by another version. */
export const defaultSinchOptions: SinchOptions = usualRecord(sinchTable);

/** Calls to this number succeed and cost nothing. Source: the documentation of v3. */
export const sinchTestNumber = '+19898989898';
