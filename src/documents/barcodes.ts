import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { FoundBarcode } from './document-work.ts';
import { fileOfPackage } from './missing-part.ts';
import type { Raster } from './raster.ts';
import { withPdf } from './raster.ts';

/** The resolution of rendered pages: that of a fine fax, enough for bars of 0.01 inch. */
const dotsPerPoint = 200 / 72;

/** Limit for a thorough search. In a longer document, each page gets half of the time, and only upright barcodes are found. */
const pagesOfFullEffort = 100;

/** Time limit of a search in ms. Later pages are not searched, because a partial result is better than none. */
const searchMs = 25_000;

const fullEffort: ReaderOptions = {
  formats: ['Code128', 'DataMatrix'],
  tryInvert: false,
  textMode: 'Plain',
  maxNumberOfSymbols: 255,
};
const lessEffort: ReaderOptions = { ...fullEffort, tryRotate: false, tryDownscale: false };

let isPrepared = false;

/** Finds the barcodes of all pages, in page order and from the top down. */
export function findBarcodes(pdf: Uint8Array): Promise<FoundBarcode[]> {
  return withPdf(pdf, async (open) => {
    const options = open.pages > pagesOfFullEffort ? lessEffort : fullEffort;
    const found: FoundBarcode[] = [];
    const end = performance.now() + searchMs;
    for (let index = 0; index < open.pages && performance.now() < end; index++) {
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

/**
 * The page in the reader's simplest image format. It also accepts raw pixels, but only in colour, which takes four
 * times as many bytes.
 */
function greyMap({ data, width, height }: Raster): Uint8Array {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
}

/** Passes the reader its WebAssembly file, which it would otherwise fetch from the internet. */
function prepare(): void {
  if (isPrepared) return;
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fileOfPackage('zxing_reader.wasm')).buffer } });
  isPrepared = true;
}
