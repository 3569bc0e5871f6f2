import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { fileOfPackage } from './missing-part.ts';

/** From where to where bars are black, in modules from the left. */
export interface Bar {
  readonly from: number;
  readonly to: number;
}

/** A barcode, without the white around it: one row of bars, or many of dots from the top down. */
export interface BarcodeSymbol {
  /** In modules, as wide as the narrowest bar. */
  readonly width: number;
  readonly rows: readonly (readonly Bar[])[];
}

let isPrepared = false;

/** Throws for a text that the format cannot hold. */
export async function symbolOf(text: string, format: 'Code128' | 'DataMatrix'): Promise<BarcodeSymbol> {
  prepare();
  const { symbol, error } = await writeBarcode(text, { format, addQuietZones: false });
  const { width, height, data } = symbol;
  if (width === 0) throw new Error(`"${text}" makes no ${format}: ${error}`);
  const rowCount = format === 'Code128' ? 1 : height;
  const rows = Array.from({ length: rowCount }, (_, row) => runsOf(data.subarray(row * width, (row + 1) * width)));
  return { width, rows };
}

/** As wide as they are, not put together from narrow ones: seams would show where a page is rendered. */
function runsOf(greys: ArrayLike<number>): Bar[] {
  const row = Array.from(greys, (grey) => (grey === 0 ? '#' : ' ')).join('');
  return Array.from(row.matchAll(/#+/g), ({ index, 0: bar }) => ({ from: index, to: index + bar.length }));
}

/** Gives the writer its own file; left alone it would fetch it from the internet. */
function prepare(): void {
  if (isPrepared) return;
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fileOfPackage('zxing_writer.wasm')).buffer } });
  isPrepared = true;
}
