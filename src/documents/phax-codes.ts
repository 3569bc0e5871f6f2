import { ParseSpeeds, PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { CodePlace } from './document-work.ts';
import { drawOver, viewOf } from './header.ts';
import { fileOfPackage } from './missing-part.ts';
import { savePdf } from './pdf-bytes.ts';

/**
 * Sizes in pixels. Source: recorded pictures. The position of the bars was not seen. It is assumed to be the middle,
 * with white on all sides.
 */
const picture = { width: 368, height: 62, margin: 6, bar: 2 } as const;

/** On paper, a bar is one point wide (0.014 inch), which a standard fax still shows. */
const pointsPerPixel = 1 / picture.bar;

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
 * Prints the picture in a size of 184 × 31 points. Throws for bytes that are not a PDF, and for a place outside of the
 * document.
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

/** The bars of a PhaxCode, in pixels of the picture. */
async function barsOf(identifier: string): Promise<Bar[]> {
  const { width, rows } = await symbolOf(identifier, 'Code128');
  const room = picture.width - width * picture.bar;
  if (room < 0) throw new Error(`"${identifier}" makes no PhaxCode: it is too long`);
  const pixel = (module: number): number => Math.floor(room / 2) + module * picture.bar;
  return (rows[0] ?? []).map(({ from, to }) => ({ from: pixel(from), to: pixel(to) }));
}

/** A black bar: its beginning and its end, from the left. */
interface Bar {
  readonly from: number;
  readonly to: number;
}

/** A barcode without its white margin: one row of bars, or several rows of dots from the top down. */
export interface BarcodeSymbol {
  /** Width in modules. A module is as wide as the narrowest bar. */
  readonly width: number;
  readonly rows: readonly (readonly Bar[])[];
}

let isPrepared = false;

/** Throws for a text that does not fit into the format. */
export async function symbolOf(text: string, format: 'Code128' | 'DataMatrix' | 'QRCode'): Promise<BarcodeSymbol> {
  prepare();
  const { symbol, error } = await writeBarcode(text, { format, addQuietZones: false });
  const { width, height, data } = symbol;
  if (width === 0) throw new Error(`"${text}" makes no ${format}: ${error}`);
  const rowCount = format === 'Code128' ? 1 : height;
  const rows = Array.from({ length: rowCount }, (_, row) => runsOf(data.subarray(row * width, (row + 1) * width)));
  return { width, rows };
}

/** Joins adjacent dark modules into one bar: seams between narrow bars would be visible on a rendered page. */
function runsOf(greys: ArrayLike<number>): Bar[] {
  const row = Array.from(greys, (grey) => (grey === 0 ? '#' : ' ')).join('');
  return Array.from(row.matchAll(/#+/g), ({ index, 0: bar }) => ({ from: index, to: index + bar.length }));
}

/** Passes the writer its WebAssembly file, which it would otherwise fetch from the internet. */
function prepare(): void {
  if (isPrepared) return;
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fileOfPackage('zxing_writer.wasm')).buffer } });
  isPrepared = true;
}
