import type { Fax } from '../../model/domain/fax.ts';
import type { FaxEvent } from '../../model/domain/webhook.ts';

/** A part of a webhook that is a file. */
export interface WebhookFile {
  /** The part's. */
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A webhook as a form: its text fields and its files, in the order in which they are sent. */
export interface WebhookForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly WebhookFile[];
}

/** `document` is the PDF of a received fax. */
export type WriteWebhook = (faxEvent: FaxEvent, fax: Fax, document?: Uint8Array) => WebhookForm;

/** The fields that webhooks of every version have. A fax that is not done has not failed (assumed). */
export function statusFields({ status, isTest, direction }: Fax): Record<string, string> {
  const hasFailed = status === 'failure' || status === 'partialsuccess';
  return { success: String(!hasFailed), is_test: String(isTest), direction };
}

/** The first PhaxCode's `metadata`, and as `message` why a fax failed: fields that are there when they apply. */
export function detailFields({ barcodes, error }: Fax): Record<string, string> {
  const metadata = barcodes.find((barcode) => barcode.metadata !== null)?.metadata ?? null;
  return { ...(metadata !== null && { metadata }), ...(error !== null && { message: error.message }) };
}

/** The document as the part `name`. The service calls a fax's file this when it is downloaded; in webhooks it is assumed. */
export function documentFiles(name: string, fax: Fax, document: Uint8Array | undefined): readonly WebhookFile[] {
  if (document === undefined) return [];
  return [{ name, filename: `fax-${fax.id}.pdf`, type: 'application/pdf', bytes: document }];
}
