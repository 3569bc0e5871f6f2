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

/** The options of a sent fax that v3 alone has. */
export interface SinchOptions {
  /** The service that it was sent by. */
  readonly service: number;
  /** The position of its number in the request that sent it; the faxes of one request have ids in that order. */
  readonly position: number;
  readonly callbackContentType: CallbackContentType;
  readonly headerPageNumbers: boolean;
  /** The IANA zone of the times in its header line. */
  readonly headerTimeZone: string;
  readonly imageConversion: ImageConversion;
  /** Null: the line decides. */
  readonly resolution: FaxResolution | null;
  /** The number of its cover page; null: it has none. */
  readonly coverPage: number | null;
  /** The values of the cover page's own tags by their names. */
  readonly coverPageData: Readonly<Record<string, string>>;
  readonly inProgressNotifications: boolean;
  /** Whether its document is kept after its end. */
  readonly savesDocument: boolean;
}

/** The number of the service that each project has from the start. */
export const firstServiceId = 1;

/** The options that v3 shows of a fax that another version sent. */
export const defaultSinchOptions: SinchOptions = {
  service: firstServiceId,
  position: 0,
  callbackContentType: 'multipart/form-data',
  headerPageNumbers: true,
  headerTimeZone: 'America/New_York',
  imageConversion: 'HALFTONE',
  resolution: null,
  coverPage: null,
  coverPageData: {},
  inProgressNotifications: false,
  savesDocument: true,
};

/** A call to it succeeds and costs nothing. Source: the documentation of v3. */
export const sinchTestNumber = '+19898989898';
