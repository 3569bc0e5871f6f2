import { PDFDocument } from '@cantoo/pdf-lib';
import { addStream, savePdf } from '../pdf-bytes.ts';
import { letter } from '../letter-page.ts';
import { withPdf } from '../raster.ts';
import type { Raster } from '../raster.ts';

/** Dots for an inch of a fax in fine mode, across and down. */
const dots = { x: 204, y: 196 } as const;
const size = { width: (letter.width / 72) * dots.x, height: Math.round((letter.height / 72) * dots.y) };

/** The pages of a PDF as a fax machine sends them: one bit for each pixel. */
export function rasterizeAsFax(pdf: Uint8Array): Promise<Uint8Array> {
  return withPdf(pdf, async (open) => {
    const document = await PDFDocument.create({ updateMetadata: false });
    for (let index = 0; index < open.pages; index++) addBits(document, await open.renderTo(index, size));
    return savePdf(document);
  });
}

function addBits(document: PDFDocument, raster: Raster): void {
  const page = document.addPage([letter.width, letter.height]);
  const image = addStream(document.context, bitsOf(raster), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: raster.width,
    Height: raster.height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 1,
  });
  const name = page.node.newXObject('Scan', image);
  const matrix = `${letter.width} 0 0 ${letter.height} 0 0`;
  page.node.addContentStream(addStream(document.context, `q ${matrix} cm ${name.asString()} Do Q`));
}

/** From which grey on a pixel is white, by its place in squares of four: light areas become dots, letters stay letters. */
const thresholds = new Uint8Array([128, 184, 142, 198, 212, 156, 226, 170, 149, 205, 135, 191, 233, 177, 219, 163]);

/** Rows of whole bytes, a set bit is white. */
function bitsOf({ data, width, height }: Raster): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const row = (y & 3) << 2;
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) >= (thresholds[row | (x & 3)] ?? 0)) {
        const at = y * rowBytes + (x >> 3);
        bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
      }
    }
  }
  return bits;
}
