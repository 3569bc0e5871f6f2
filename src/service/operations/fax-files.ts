import { changedFax } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { Header, SampleFacts } from '../../documents/documents.ts';
import { callerIdOf } from './calls.ts';
import { getFax } from './faxes.ts';
import type { OperationContext } from './operation-context.ts';
import { orRefuse } from './conversions.ts';
import { labels } from '../../store/memory/labels.ts';
import { fileMissing } from './missing-records.ts';
import { readDocument } from './stored-documents.ts';

/** The two sizes of a thumbnail: 129 × 167 and 300 × 388 pixels. Source: the v1 reference. */
export const thumbnailSizes = ['s', 'l'] as const;
type ThumbnailSize = (typeof thumbnailSizes)[number];

interface FaxFile {
  readonly id: number;
  readonly type: 'application/pdf' | 'image/jpeg';
  readonly bytes: Uint8Array;
}

/**
 * The document of a fax as PDF, or a JPEG of its first page. Throws `not_found` for the fax, `file_missing` for its
 * file, and `not_allowed` if no picture of the document is possible.
 */
export async function getFaxFile(
  context: OperationContext,
  { id, thumbnail }: { id: number; thumbnail?: ThumbnailSize | undefined },
): Promise<FaxFile> {
  const { pdf } = await openDocument(context, id);
  if (thumbnail === undefined) return { id, type: 'application/pdf', bytes: pdf };
  const drawing = context.documents.thumbnail(pdf, thumbnail);
  const bytes = await orRefuse(drawing, 'not_allowed', 'No thumbnail can be made of this document');
  return { id, type: 'image/jpeg', bytes };
}

interface PageOrder {
  readonly id: number;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Width in pixels. */
  readonly width: number;
  /** Whether the page was sent, so that it shows the line that the transmission adds. The stored document lacks it. */
  readonly isTransmitted: boolean;
}

/**
 * A page of a fax as PNG. Throws `not_found` for the fax or the page, `file_missing` for its file, and `not_allowed` when no
 * picture can be made of the document.
 */
export async function getFaxPage(
  context: OperationContext,
  { id, page, width, isTransmitted }: PageOrder,
): Promise<Uint8Array> {
  const { fax, pdf } = await openDocument(context, id);
  if (page > Math.max(fax.documentPages, fax.pages, 1)) {
    throw new Refusal('not_found', `Not found: fax ${id} has no page ${page}`);
  }
  const header = isTransmitted ? transmissionHeaderOf(fax) : undefined;
  const drawing = context.documents.pagePicture(pdf, page, width, header);
  return orRefuse(drawing, 'not_allowed', 'No picture can be made of this page');
}

async function openDocument(context: OperationContext, id: number): Promise<{ fax: Fax; pdf: Uint8Array }> {
  const fax = getFax(context, { id });
  const pdf = await documentOf(context, fax);
  if (pdf === undefined) throw fileMissing(context, fax, 'file_missing');
  return { fax, pdf };
}

/** The time zone of the times that the Phaxio API shows. */
const phaxioZone = 'America/Chicago';

/** The header line that transmission adds to the pages of a fax. */
export const transmissionHeaderOf = (
  fax: Fax,
  to = fax.recipients[0]?.number ?? '',
  at = fax.completedAt ?? fax.createdAt,
): Header => ({
  text: fax.headerText ?? '-',
  at: new Date(at).toISOString(),
  timeZone: fax.options.sinch?.headerTimeZone ?? phaxioZone,
  hasPageNumbers: fax.options.sinch?.headerPageNumbers ?? true,
  from: callerIdOf(fax),
  to,
});

/** The text of each page of a fax; empty for a page that is only a picture. Throws as `getFaxPage` does. */
export async function getFaxTexts(context: OperationContext, id: number): Promise<readonly string[]> {
  const { pdf } = await openDocument(context, id);
  return orRefuse(context.documents.pageTexts(pdf), 'not_allowed', 'No text can be read from this document');
}

/**
 * The document of a fax whose file is stored; undefined for others. A fixture's document is drawn on demand. Throws
 * `unavailable`.
 */
export async function documentOf(
  { blobs, documents, scripting, store }: Pick<OperationContext, 'blobs' | 'documents' | 'scripting' | 'store'>,
  fax: Fax,
): Promise<Uint8Array | undefined> {
  if (scripting.fileStateOf(fax) !== 'stored') return undefined;
  const unmade = 'The document of this fax cannot be made now';
  if (fax.document !== null) return orRefuse(readDocument({ blobs, documents }, fax.document), 'unavailable', unmade);
  return orRefuse(documents.sample(sampleOf(firstSent(fax, store))), 'unavailable', unmade);
}

/** The first fax of a chain of resends, if it still exists: a drawn document shows facts of that fax. */
function firstSent(fax: Fax, store: OperationContext['store']): Fax {
  const original = fax.resentFrom === null ? undefined : store.faxes.get(fax.resentFrom);
  return original === undefined ? fax : firstSent(original, store);
}

const sampleOf = (fax: Fax): SampleFacts => ({
  id: fax.id,
  direction: fax.direction,
  createdAt: fax.createdAt,
  callerName: fax.callerName,
  tags: fax.tags,
  barcodes: fax.barcodes,
  pages: fax.documentPages,
  from: fax.direction === 'sent' ? fax.callerId : fax.fromNumber,
  to: fax.toNumber === null ? fax.recipients.map(({ number }) => number) : [fax.toNumber],
});

/** Deletes the stored file of a fax and keeps the fax; deleting it again changes nothing. Throws `not_found`. */
export async function deleteFaxFile(context: OperationContext, { id }: { id: number }): Promise<void> {
  const { store } = context;
  const fax = getFax(context, { id });
  if (fax.file !== 'stored' && fax.due === null) return;
  // An unfinished fax still needs its document, and removes it at its end.
  const document = fax.due === null ? null : fax.document;
  const changed = changedFax(fax, { file: 'deleted', document });
  await store.commit(() => store.faxes.put(changed));
}

/** The PDF for the webhook of a received fax; undefined if the fax was deleted and no other fax uses the same document. */
export async function documentForWebhook(context: OperationContext, fax: Fax): Promise<Uint8Array | undefined> {
  const { store } = context;
  if (fax.document === null) return documentOf(context, fax);
  const { total } = store.faxes.find({ labels: [labels.blob(fax.document)] });
  return total === 0 ? undefined : readDocument(context, fax.document);
}
