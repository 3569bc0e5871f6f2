import type { Documents } from '../../documents/documents.ts';
import { pagesMax } from '../../model/domain/fax.ts';
import type { Blobs } from '../../store/memory/swept-blobs.ts';

/** The URLs of a document for which pages are drawn in place of their content. */
type StandIns = readonly { readonly kind: 'url'; readonly url: string }[];

/** Begins no PDF. */
const mark = 'faxsim draws a page for each of ';

/**
 * The stored form of a document that only has pages with URLs. These pages are drawn when the document is read, because
 * most documents are never read. Their number is known before. Undefined if a source has its own content.
 */
export function undrawn(inputs: readonly { readonly kind: string }[]): Uint8Array | undefined {
  if (inputs.length === 0 || inputs.length > pagesMax || !areStandIns(inputs)) return undefined;
  return Buffer.from(mark + JSON.stringify(inputs.map(({ url }) => url)));
}

const areStandIns = (inputs: readonly { readonly kind: string }[]): inputs is StandIns =>
  inputs.every(({ kind }) => kind === 'url');

export interface DocumentPlaces {
  readonly blobs: Pick<Blobs, 'get'>;
  readonly documents: Pick<Documents, 'convert'>;
}

/** A stored document as PDF; undefined if it does not exist. Rejects if it cannot be drawn. */
export async function readDocument(
  { blobs, documents }: DocumentPlaces,
  blob: string,
): Promise<Uint8Array | undefined> {
  const bytes = await blobs.get(blob);
  const urls = bytes && urlsIn(bytes);
  if (urls === undefined) return bytes;
  const drawn = await documents.convert(urls.map((url) => ({ kind: 'url', url })));
  if (!drawn.ok) throw new Error(drawn.reason);
  return drawn.pdf;
}

function urlsIn(bytes: Uint8Array): readonly string[] | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text.toString('latin1', 0, mark.length) !== mark) return undefined;
  return JSON.parse(text.toString('utf8', mark.length)) as readonly string[];
}
