import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { addStream } from './pdf-bytes.ts';

/** A picture, 8 bits for each of 1 (grey) or 3 (red, green, blue) channels. */
export interface Pixels {
  readonly data: Uint8Array;
  /** Whether the data are a JPEG already. */
  readonly isJpeg: boolean;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Draws a picture on a page, in a box given in points from the lower left corner. */
export function drawPixels(
  document: PDFDocument,
  page: PDFPage,
  pixels: Pixels,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { context } = document;
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
