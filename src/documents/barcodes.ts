import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { FoundBarcode } from './document-work.ts';
import type { Raster } from './raster.ts';
import { withPdf } from './raster.ts';

/** What a page is rendered at: the resolution of a fine fax. */
const dotsPerPoint = 200 / 72;

/** A longer document is searched with less effort: for barcodes that stand upright. */
const pagesOfFullEffort = 100;

const fullEffort: ReaderOptions = {
  formats: ['Code128', 'DataMatrix'],
  tryInvert: false,
  textMode: 'Plain',
  maxNumberOfSymbols: 255,
};
const lessEffort: ReaderOptions = { ...fullEffort, tryHarder: false, tryRotate: false, tryDownscale: false };

const { resolve } = createRequire(import.meta.url);
let isPrepared = false;

/** Finds the barcodes of every page, by page and from the top down. */
export function findBarcodes(pdf: Uint8Array): Promise<FoundBarcode[]> {
  return withPdf(pdf, async (open) => {
    const options = open.pages > pagesOfFullEffort ? lessEffort : fullEffort;
    const found: FoundBarcode[] = [];
    for (let index = 0; index < open.pages; index++) {
      const raster = await open.render(index, () => dotsPerPoint);
      for (const { format, text } of await readFrom(raster, options)) {
        if (format === 'Code128' || format === 'DataMatrix') found.push({ type: format, page: index + 1, value: text });
      }
    }
    return found;
  });
}

async function readFrom(raster: Raster, options: ReaderOptions): Promise<ReadResult[]> {
  if (raster.width === 0) return [];
  prepare();
  const results = await readBarcodes(greyMap(raster), options);
  return results.toSorted(
    (a, b) => a.position.topLeft.y - b.position.topLeft.y || a.position.topLeft.x - b.position.topLeft.x,
  );
}

/** As the reader's simplest image format: it would take raw pixels as well, but only coloured, four times as many bytes. */
function greyMap({ data, width, height }: Raster): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
}

/** Gives the reader its own file; left alone it would fetch it from the internet. */
function prepare(): void {
  if (isPrepared) return;
  const wasm = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  isPrepared = true;
}
