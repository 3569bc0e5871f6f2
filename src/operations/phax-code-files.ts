import type { HostedDocument } from '../domain/hosted-document.ts';
import type { PhaxCode } from '../domain/phax-code.ts';
import { Refusal } from '../domain/refusal.ts';
import { createPhaxCode, getDefaultPhaxCode } from './phax-codes.ts';
import type { OperationContext } from './operation-context.ts';
import { convertUpload, documentErrorText } from './uploads.ts';
import type { UploadedFile } from './uploads.ts';

/** The drawn pictures; a code never changes. */
const pictures = new WeakMap<PhaxCode, Promise<Uint8Array>>();

/** A PhaxCode as PNG. */
export function pictureOf(context: Pick<OperationContext, 'documents'>, code: PhaxCode): Promise<Uint8Array> {
  const known = pictures.get(code);
  if (known !== undefined) {
    return known.catch((error: unknown) => {
      // Worlds share codes: the one may have ended that had it drawn, which is no reason for another to go without.
      if (error instanceof Refusal) return pictureOf(context, code);
      throw error;
    });
  }
  const drawing = context.documents.drawPhaxCode(code.identifier);
  pictures.set(code, drawing);
  drawing.catch(() => pictures.delete(code));
  return drawing;
}

export interface Attachment {
  readonly file: UploadedFile;
  /** In points from the lower left corner of the page. */
  readonly x: number;
  readonly y: number;
  /** Counted from 1. */
  readonly page: number;
  readonly metadata?: string | undefined;
}

/**
 * A file as PDF with a PhaxCode printed on it. Throws `invalid` for a file that could not be faxed either, and for a place
 * that is not in it.
 */
export async function attachPhaxCodeToPdf(context: OperationContext, { file, metadata, ...place }: Attachment) {
  const converted = await convertUpload(context, file, 'cannot be read');
  if (place.page > converted.pages) {
    throw new Refusal('invalid', `page_number must be ${pagesOf(converted)}, got "${place.page}"`);
  }
  const { identifier } = await codeFor(context, metadata);
  return context.documents.printPhaxCode(converted.pdf, identifier, place).catch((error: unknown) => {
    const reason = documentErrorText(error);
    throw new Refusal('invalid', `The PhaxCode cannot be put at ${place.x}, ${place.y}: ${reason}`);
  });
}

const pagesOf = ({ pages }: { readonly pages: number }): string =>
  pages === 1 ? '1, the only page of the file' : `from 1 to ${pages}, the pages of the file`;

/** Beside the title, in points. */
const corner = { x: 374, y: 712, page: 1 };

/** A hosted document with a PhaxCode on it, as PDF. */
export async function getHostedDocument(
  context: OperationContext,
  { hosted, metadata }: { hosted: HostedDocument; metadata?: string | undefined },
): Promise<Uint8Array> {
  const { identifier } = await codeFor(context, metadata);
  const { title, lines } = hosted;
  const pdf = await context.documents.placeholder({ title, lines, pages: 1 });
  return context.documents.printPhaxCode(pdf, identifier, corner);
}

/** That with the metadata, or the account's default. Source: the README of the v1 Node client, on hosted documents. */
function codeFor(context: OperationContext, metadata: string | undefined): PhaxCode | Promise<PhaxCode> {
  return metadata === undefined ? getDefaultPhaxCode(context) : createPhaxCode(context, { metadata });
}
