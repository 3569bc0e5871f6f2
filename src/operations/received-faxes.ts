import type { FoundBarcode } from '../documents/documents.ts';
import type { Fax } from '../domain/fax.ts';
import { newFax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { faxEvent } from '../domain/webhook.ts';
import { blockOf, priceOf } from './calls.ts';
import { reasonOfDocument } from './document-faults.ts';
import { nextFaxId } from './fax-ids.ts';
import { recognize } from './phax-codes.ts';
import { currentSecond, publicNumber } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

/** A document that comes in by a call. */
export interface Incoming {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly from: string;
  readonly to: string;
  readonly isTest: boolean;
  /** Who called, by name, where the network tells. */
  readonly callerName?: string | null;
}

/** An incoming document that was kept and looked through for barcodes. */
export interface Examined extends Omit<Incoming, 'pdf'> {
  readonly blob: string;
  readonly barcodes: readonly FoundBarcode[];
}

/** A document that is too much for the search for barcodes has none. To be called within `SweptBlobs.use`. */
export async function examine(
  { documents, blobs }: OperationContext,
  { pdf, ...incoming }: Incoming,
): Promise<Examined> {
  const barcodes = documents.findBarcodes(pdf).catch((error: unknown) => {
    reasonOfDocument(error);
    return [];
  });
  const [blob, found] = await Promise.all([blobs.put(pdf), barcodes]);
  return { ...incoming, blob, barcodes: found };
}

/** Stores a received fax, pays for it, and tells of it; within a commit. */
export function storeReceived(context: OperationContext, incoming: Examined): Fax {
  const { store } = context;
  const isKept = store.account.fileStorage;
  const now = currentSecond(context);
  const fax = newFax({
    id: nextFaxId(context),
    direction: 'received',
    isTest: incoming.isTest,
    status: 'success',
    createdAt: now,
    completedAt: now,
    pages: incoming.pages,
    costCents: incoming.pages * priceOf(publicNumber),
    documentPages: incoming.pages,
    file: isKept ? 'stored' : 'not_stored',
    callerName: incoming.callerName ?? null,
    fromNumber: incoming.from,
    toNumber: incoming.to,
    barcodes: incoming.barcodes.map((found) => recognize(context, found)),
    document: incoming.blob,
  });
  store.faxes.put(fax);
  if (!fax.isTest) store.account = { ...store.account, balanceCents: store.account.balanceCents - fax.costCents };
  context.announce(faxEvent(fax, 'fax_completed'), fax);
  return fax;
}

export interface TestReceive {
  readonly file: { readonly filename: string; readonly type: string | undefined; readonly bytes: Uint8Array };
  /** E.164; the service's public number by default. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly isTest: boolean;
}

/**
 * Receives a file as a fax, as if someone had called. Throws `not_allowed` with live keys and where a blocking rule stops
 * the call, and `invalid` when the file cannot be converted to a fax.
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
  const { filename, type, bytes } = file;
  const converted = await context.documents.convert([{ kind: 'file', filename, type: type ?? null, bytes }]);
  if (!converted.ok) throw new Refusal('invalid', `The file ${filename} cannot be received: ${converted.reason}`);
  const { pdf, pages } = converted;
  return context.blobs.use(async () => {
    const examined = await examine(context, { pdf, pages, from, to, isTest });
    return context.store.commit(() => storeReceived(context, examined));
  });
}
