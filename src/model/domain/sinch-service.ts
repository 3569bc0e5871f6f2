import type { CallbackContentType, FaxResolution, ImageConversion } from './sinch-options.ts';

/** A set of defaults for faxes, which v3 calls a service. Source: the API reference of v3. */
export interface SinchService {
  readonly id: number;
  readonly name: string;
  /** URL for webhooks about faxes to its numbers; null: none. */
  readonly incomingWebhookUrl: string | null;
  readonly webhookContentType: CallbackContentType;
  /** Whether a send that names no service uses this one. */
  readonly isDefault: boolean;
  /** E.164; null: the first number of the account. */
  readonly defaultFrom: string | null;
  /** How often a call that fails is made again, and how long after, in ms. */
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly imageConversion: ImageConversion;
  readonly resolution: FaxResolution | null;
  /** The cover page of its faxes; null: none. */
  readonly coverPage: number | null;
  readonly savesOutbound: boolean;
  readonly savesInbound: boolean;
  /** Whether its received faxes show their barcodes. */
  readonly scansBarcodes: boolean;
  readonly inProgressNotifications: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A service with the defaults of the API reference. */
export const serviceDefaults = {
  name: 'Default service',
  incomingWebhookUrl: null,
  webhookContentType: 'multipart/form-data',
  isDefault: false,
  defaultFrom: null,
  retries: 3,
  retryDelayMs: 60_000,
  imageConversion: 'HALFTONE',
  resolution: null,
  coverPage: null,
  savesOutbound: true,
  savesInbound: true,
  scansBarcodes: false,
  inProgressNotifications: false,
} as const satisfies Omit<SinchService, 'id' | 'createdAt' | 'updatedAt'>;

/** A PDF that goes before the pages of a fax, with tags such as `{{to}}` to be filled in. */
export interface CoverPage {
  readonly id: number;
  readonly serviceId: number;
  readonly name: string;
  /** The PDF in base64. */
  readonly content: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const mailPermissions = ['both', 'send', 'receive'] as const;
export type MailPermission = (typeof mailPermissions)[number];

/** An address that gets the faxes to numbers of a service as mails. */
export interface FaxMail {
  readonly id: number;
  readonly serviceId: number;
  readonly email: string;
  readonly numbers: readonly { readonly number: string; readonly permissions: MailPermission }[];
  readonly createdAt: number;
  readonly updatedAt: number;
}
