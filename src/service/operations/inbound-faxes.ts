import { publicNumber } from '../../model/domain/phone-number.ts';
import type { FoundBarcode } from '../../documents/documents.ts';
import { newFax } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { faxEvent } from '../../model/domain/webhook.ts';
import { blockOf, priceOf } from './calls.ts';
import { charge, currentSecond, nextId } from './operation-context.ts';
import type { OperationContext, LifeContext } from './operation-context.ts';
import { recognize } from './phax-codes.ts';
import { convertUpload, documentErrorText } from './conversions.ts';
import type { UploadedFile } from './conversions.ts';

/** A document that arrives by a call. */
export interface InboundFax {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly from: string;
  readonly to: string;
  readonly isTest: boolean;
  /** As the telephone network shows it. */
  readonly callerName?: string | null;
}

/** An inbound fax with its document stored and searched for barcodes. */
export interface ExaminedFax extends Omit<InboundFax, 'pdf'> {
  /** Null for a document that is drawn when it is read. */
  readonly blob: string | null;
  readonly barcodes: readonly FoundBarcode[];
}

/**
 * Stores the document of an inbound fax and searches it for barcodes; a document too large for the search has none. To be
 * called within `SweptBlobs.use`.
 */
export async function examine(
  { documents, blobs }: Pick<LifeContext, 'documents' | 'blobs'>,
  { pdf, ...inbound }: InboundFax,
): Promise<ExaminedFax> {
  const searching = documents.findBarcodes(pdf).catch((error: unknown) => {
    documentErrorText(error);
    return [];
  });
  const [blob, barcodes] = await Promise.all([blobs.put(pdf), searching]);
  return { ...inbound, blob, barcodes };
}

/** Makes an inbound fax a record, as `storeReceived` does. */
export function storeInbound(context: LifeContext, inbound: ExaminedFax): Fax {
  const { store } = context;
  const now = currentSecond(context);
  const fax = newFax({
    id: nextId(context, 'faxes'),
    direction: 'received',
    isTest: inbound.isTest,
    status: 'success',
    createdAt: now,
    completedAt: now,
    pages: inbound.pages,
    costCents: inbound.pages * priceOf(publicNumber),
    documentPages: inbound.pages,
    file: store.account.fileStorage ? 'stored' : 'not_stored',
    callerName: inbound.callerName ?? null,
    fromNumber: inbound.from,
    toNumber: inbound.to,
    barcodes: inbound.barcodes.map((found) => recognize(context, found)),
    document: inbound.blob,
  });
  return storeReceived(context, fax);
}

/** Stores a received fax, charges for it, and announces it; within a commit. */
export function storeReceived({ store, announce }: Pick<OperationContext, 'store' | 'announce'>, fax: Fax): Fax {
  store.faxes.put(fax);
  if (!fax.isTest) charge(store, fax.costCents);
  announce(faxEvent(fax, 'fax_completed'), fax);
  return fax;
}

/** Examines and stores one inbound fax. */
export function receive(context: OperationContext, inbound: InboundFax): Promise<Fax> {
  return context.blobs.use(async () => {
    const examined = await examine(context, inbound);
    return context.store.commit(() => storeInbound(context, examined));
  });
}

export interface TestReceive {
  readonly file: UploadedFile;
  /** E.164; the service's public number by default. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly isTest: boolean;
}

/**
 * Receives a file as a test fax. Throws `not_allowed` with live keys and where a blocking rule stops the call, and `invalid`
 * when the file cannot be converted to a fax.
 */
export async function receiveFax(context: OperationContext, { file, isTest, ...ends }: TestReceive): Promise<Fax> {
  if (!isTest) throw new Refusal('not_allowed', 'Faxes can only be received for a test with the test credentials');
  const { from = publicNumber, to = publicNumber } = ends;
  const rule = blockOf(context, 'receive', { from, to });
  if (rule !== undefined) {
    throw new Refusal(
      'not_allowed',
      `Phone number is not permitted: blocking rule ${rule.id} stops calls from ${from}`,
    );
  }
  const { pdf, pages } = await convertUpload(context, file, 'cannot be received');
  return receive(context, { pdf, pages, from, to, isTest });
}
