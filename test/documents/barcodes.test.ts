import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { repeats } from '../support/soak.ts';
import { documentsForTests, file, pdfOf } from './support.ts';

const { resolve } = createRequire(import.meta.url);
const wasm = readFileSync(resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

const documents = documentsForTests({ threads: 1 });
type Format = 'Code128' | 'DataMatrix';

interface Printed {
  readonly format: Format;
  readonly value: string;
  /** The width of the narrowest bar, in thousandths of an inch. */
  readonly mils: number;
  readonly x?: number;
  readonly y?: number;
}

/** The bars as a picture of a dot each, and how long they are. */
async function bars({ format, value }: Printed) {
  const { symbol } = await writeBarcode(value, { format });
  const { width, height, data } = symbol;
  const rows = format === 'Code128' ? 1 : height;
  const raw = Buffer.from(data).subarray(0, width * rows);
  return {
    width,
    rows,
    png: await sharp(raw, { raw: { width, height: rows, channels: 1 } })
      .png()
      .toBuffer(),
  };
}

async function print(pages: readonly (readonly Printed[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const printed of pages) {
    const page = pdf.addPage([612, 792]);
    page.drawText('Please sign and return by fax.', { x: 72, y: 740 });
    for (const code of printed) {
      const { width, rows, png } = await bars(code);
      const dot = (code.mils / 1000) * 72;
      const height = code.format === 'Code128' ? 36 : rows * dot;
      page.drawImage(await pdf.embedPng(png), { x: code.x ?? 100, y: code.y ?? 400, width: width * dot, height });
    }
  }
  return pdf.save();
}

describe.each<[Format, string]>([
  ['Code128', 'FqEFAJd31o'],
  ['Code128', '12345678901234567890'],
  ['DataMatrix', 'FqEFAJd31o'],
  ['DataMatrix', 'A longer value, as long as https://example.com/patients/4711?visit=2021-11-04'],
])('a %s of %s', (format, value) => {
  test.each([10, 13, 20, 30])('is found at %d thousandths of an inch', async (mils) => {
    const found = await documents.findBarcodes(await print([[{ format, value, mils }]]));
    expect(found).toEqual([{ type: format, page: 1, value }]);
  });
});

test('several are found on several pages, from the top down', async () => {
  const pdf = await print([
    [
      { format: 'DataMatrix', value: 'lower', mils: 20, y: 200 },
      { format: 'Code128', value: 'UPPER', mils: 15, y: 600 },
      { format: 'Code128', value: 'MIDDLE', mils: 15, y: 400, x: 250 },
    ],
    [],
    [{ format: 'DataMatrix', value: 'last', mils: 20 }],
  ]);
  expect(await documents.findBarcodes(pdf)).toEqual([
    { type: 'Code128', page: 1, value: 'UPPER' },
    { type: 'Code128', page: 1, value: 'MIDDLE' },
    { type: 'DataMatrix', page: 1, value: 'lower' },
    { type: 'DataMatrix', page: 3, value: 'last' },
  ]);
});

test.each([0, 90, 180, 270])('one is found on a scanned page that lies turned by %d degrees', async (angle) => {
  const { png } = await bars({ format: 'Code128', value: 'TURNED', mils: 20 });
  const large = await sharp(png).resize({ width: 800, height: 120, kernel: 'nearest', fit: 'fill' }).png().toBuffer();
  const scan = await sharp({ create: { width: 1728, height: 2200, channels: 3, background: 'white' } })
    .composite([{ input: large, left: 300, top: 500 }])
    .flatten()
    .png()
    .toBuffer();
  const { data, info } = await sharp(scan).rotate(angle).greyscale().raw().toBuffer({ resolveWithObject: true });
  const fax = await sharp(data, { raw: info })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer();
  const pdf = pdfOf(await documents.convert([file('fax.tif', fax)]));
  expect(await documents.findBarcodes(pdf)).toEqual([{ type: 'Code128', page: 1, value: 'TURNED' }]);
});

test('a document of many pages is searched to its last', async () => {
  const pages = repeats(6, 120);
  const code = { format: 'Code128', value: 'LAST', mils: 15 } as const;
  const matrix = { format: 'DataMatrix', value: 'LAST', mils: 20, y: 200 } as const;
  const pdf = await print(Array.from({ length: pages }, (_, index) => (index === pages - 1 ? [code, matrix] : [])));
  expect(await documents.findBarcodes(pdf)).toEqual([
    { type: 'Code128', page: pages, value: 'LAST' },
    { type: 'DataMatrix', page: pages, value: 'LAST' },
  ]);
});

test('a page without any has none', async () => {
  expect(await documents.findBarcodes(await print([[]]))).toEqual([]);
});
