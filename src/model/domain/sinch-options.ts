import type { Fax } from './fax.ts';

/** Source of all words and defaults here: the API reference of v3. */
export const callbackContentTypes = ['multipart/form-data', 'application/json'] as const;
export type CallbackContentType = (typeof callbackContentTypes)[number];

export const imageConversions = ['HALFTONE', 'MONOCHROME'] as const;
export const faxResolutions = ['FINE', 'SUPERFINE'] as const;

/** The two forms of error bodies: that of the samples of the documentation, and that of its schema. */
export const sinchErrorForms = ['docs', 'schema'] as const;
export type SinchErrorForm = (typeof sinchErrorForms)[number];

/** The options of a sent fax that v3 alone has. */
export interface SinchOptions {
  readonly callbackContentType: CallbackContentType;
  readonly headerPageNumbers: boolean;
  /** The IANA zone of the times in its header line. */
  readonly headerTimeZone: string;
  readonly imageConversion: (typeof imageConversions)[number];
  /** Null: the line decides. */
  readonly resolution: (typeof faxResolutions)[number] | null;
}

export const defaultSinchOptions: SinchOptions = {
  callbackContentType: 'multipart/form-data',
  headerPageNumbers: true,
  headerTimeZone: 'America/New_York',
  imageConversion: 'HALFTONE',
  resolution: null,
};

/** The options of a fax; those of another version's fax are the defaults. */
export const sinchOptionsOf = (_fax: Fax): SinchOptions => defaultSinchOptions;
