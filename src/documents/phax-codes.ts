import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import type { CodePlace } from './document-work.ts';
import { drawOver, viewOf } from './overlay.ts';
import { savePdf } from './pdf-bytes.ts';
import type { Bar } from './symbols.ts';
import { symbolOf } from './symbols.ts';

/** In pixels. Source: recorded pictures. How the bars lie in them was not seen: in the middle, with white on all sides. */
const picture = { width: 368, height: 62, margin: 6, bar: 2 } as const;

/** A bar is one point wide on paper, 0.014 inch: a standard fax still shows it. */
const pointsPerPixel = 1 / picture.bar;

/** From where to where bars are black, in pixels of the picture, from the left. */
type Bars = readonly Bar[];

/** A PNG of 368 × 62 pixels, 8-bit RGB. */
export async function drawPhaxCode(identifier: string): Promise<Uint8Array> {
  const { width, height, margin } = picture;
  const pixels = Buffer.alloc(width * height * 3, 255);
  for (const { from, to } of await barsOf(identifier)) {
    for (let y = margin; y < height - margin; y++) pixels.fill(0, (y * width + from) * 3, (y * width + to) * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 9, adaptiveFiltering: true })
    .toBuffer();
}

/**
 * Prints the picture, 184 × 31 points large. Throws for bytes that are no PDF, and for a place outside the document.
 */
export async function printPhaxCode(pdf: Uint8Array, identifier: string, place: CodePlace): Promise<Uint8Array> {
  const { width, height, margin } = picture;
  const document = await PDFDocument.load(pdf, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  const page = document.getPages()[place.page - 1];
  if (page === undefined) throw new Error(`there is no page ${place.page}, only ${document.getPageCount()}`);
  const view = viewOf(page);
  if (place.x >= view.width || place.y >= view.height) {
    throw new Error(`page ${place.page} is only ${view.width} × ${view.height} points large`);
  }
  const bars = (await barsOf(identifier)).map(
    ({ from, to }) => `${from} ${margin} ${to - from} ${height - 2 * margin} re`,
  );
  const scale = `${pointsPerPixel} 0 0 ${pointsPerPixel} ${place.x} ${place.y} cm`;
  drawOver(page, view, { operators: [scale, `1 g 0 0 ${width} ${height} re f`, '0 g', ...bars, 'f'] });
  return savePdf(document);
}

async function barsOf(identifier: string): Promise<Bars> {
  const { width, rows } = await symbolOf(identifier, 'Code128');
  const room = picture.width - width * picture.bar;
  if (room < 0) throw new Error(`"${identifier}" makes no PhaxCode: it is too long`);
  const pixel = (module: number): number => Math.floor(room / 2) + module * picture.bar;
  return (rows[0] ?? []).map(({ from, to }) => ({ from: pixel(from), to: pixel(to) }));
}
