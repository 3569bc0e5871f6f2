import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFDocument, PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib';

/** The bytes of a PDF. Equal objects make equal bytes. */
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

/** A picture, 8 bits for each of 1 (grey) or 3 (red, green, blue) channels. */
export interface Pixels {
  readonly data: Uint8Array;
  /** Whether the data are already a JPEG. */
  readonly isJpeg: boolean;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Draws a picture on a page, in a box given in points from the lower left corner. */
export function drawPixels(
  page: PDFPage,
  pixels: Pixels,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { context } = page.doc;
  const entries = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: pixels.width,
    Height: pixels.height,
    ColorSpace: pixels.channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    BitsPerComponent: 8,
  };
  const image = pixels.isJpeg
    ? context.register(context.stream(pixels.data, { ...entries, Filter: 'DCTDecode' }))
    : addStream(context, pixels.data, entries);
  const name = page.node.newXObject('Image', image);
  const matrix = [box.width, 0, 0, box.height, box.x, box.y].map((number) => number.toFixed(3)).join(' ');
  page.node.addContentStream(addStream(context, `q ${matrix} cm ${name.asString()} Do Q`));
}
