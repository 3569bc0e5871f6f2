import { field, orNull } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { drawInteger } from './draws.ts';

export const phaxCodeTable = {
  /** The content of the bars: ten characters of `[A-Za-z0-9_-]`. Source: recorded in November 2021. */
  identifier: field('text', { about: 'Ten characters; by default drawn from the seed' }),
  /** Metadata in the code: `order 7`; null for the account's default, and for a code that was made without metadata. */
  metadata: orNull('text'),
  /** Whether it is the PhaxCode that the account has from the start. */
  isDefault: field('flag', { about: 'Whether it is the default PhaxCode' }),
  createdAt: 'time',
} as const;

/**
 * A barcode for a text of the account. When a document with the barcode is received, the fax has the text. Source: the reference's
 * pages on PhaxCodes.
 */
export interface PhaxCode extends RecordOf<typeof phaxCodeTable> {}

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const length = 10;

/** Draws an identifier, which depends only on the seed and the parts. */
export function drawIdentifier(seed: number, ...parts: readonly (string | number)[]): string {
  return Array.from({ length }, (_, position) => {
    const index = drawInteger({ min: 0, max: characters.length - 1 }, seed, 'PhaxCode', ...parts, position);
    return characters.charAt(index);
  }).join('');
}

/** A document that the service hosts for the account, and returns with a PhaxCode on it. */
export interface HostedDocument {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * The hosted documents of every account (assumed): users upload them on the service's web pages, not by the API. The
 * first name is that of the v1 Node client's README.
 */
export const hostedDocuments: readonly HostedDocument[] = [
  { name: 'order-form', title: 'Order form', lines: ['Item:', 'Quantity:', 'Deliver to:'] },
  { name: 'intake-form', title: 'Intake form', lines: ['Name:', 'Date of birth:', 'Reason for the visit:'] },
  { name: 'cover-sheet', title: 'Cover sheet', lines: ['To:', 'From:', 'Pages:'] },
];
