import type { SampleBarcode } from '../document-work.ts';
import { letter } from '../letter-page.ts';
import { symbolOf } from '../symbols.ts';
import { right } from './sheet.ts';
import type { Sheet } from './sheet.ts';

/** A bar or dot of each type, wide enough for a scan, and how many of them high the bars are. */
const forms = {
  Code128: { module: 1.1, height: 28 },
  DataMatrix: { module: 3, height: 3 },
} as const;

/** Prints a barcode in the lower right corner of a page, above the footer. */
export async function drawBarcode(sheet: Sheet, { type, value }: SampleBarcode): Promise<void> {
  const format = type === 'DataMatrix' ? 'DataMatrix' : 'Code128';
  const { module, height } = forms[format];
  const { rows, width } = await symbolOf(value, format);
  const [x, y] = [right - width * module, 62];
  const bars = rows
    .toReversed()
    .flatMap((runs, row) =>
      runs.map(
        ({ from, to }) =>
          `${(x + from * module).toFixed(2)} ${y + row * height} ${((to - from) * module).toFixed(2)} ${height} re`,
      ),
    );
  sheet.draw(`1 g ${x - 12} ${y - 11} ${width * module + 24} ${rows.length * height + 22} re f 0 g`, ...bars, 'f');
  sheet.text(x + (width * module) / 2, letter.height - y + 9, value, { face: 'mono', size: 7, align: 'center' });
}
