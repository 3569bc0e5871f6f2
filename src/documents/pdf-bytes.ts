import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFDocument, PDFObject, PDFRef } from '@cantoo/pdf-lib';

/** The bytes of a PDF; the same objects give the same bytes. */
export function savePdf(document: PDFDocument): Promise<Uint8Array> {
  return document.save({ objectsPerTick: Infinity, useObjectStreams: false, updateFieldAppearances: false });
}

/** Adds a compressed stream to a PDF. node's own compression takes a tenth of the time of the PDF library's. */
export function addStream(
  context: PDFContext,
  contents: Uint8Array | string,
  entries: Readonly<Record<string, PDFObject | string | number | number[]>> = {},
): PDFRef {
  return context.register(context.stream(deflateSync(contents), { ...entries, Filter: 'FlateDecode' }));
}
