import type { PDFDocument } from '@cantoo/pdf-lib';

/** The bytes of a PDF; the same contents give the same bytes. */
export function saved(document: PDFDocument): Promise<Uint8Array> {
  return document.save({ objectsPerTick: Infinity, useObjectStreams: false, updateFieldAppearances: false });
}
