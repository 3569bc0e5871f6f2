import { PDFArray, PDFName, PDFNumber, PDFStream } from '@cantoo/pdf-lib';
import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';

/** The shortest step from tile to tile, in points. It is a fifth of a fine fax's dot, so a single tile is invisible. */
const stepMin = 0.05;

/** The type of patterns that repeat a tile. */
const tiling = 1;

/**
 * Enlarges the steps of tiling patterns if they are too small. A step of 0 is forbidden, and with a tiny one a page has
 * millions of tiles, which take half a minute to draw. Such tiles are placed side by side. Source: ISO 32000, tiling
 * patterns.
 */
export function boundTiles(document: PDFDocument): void {
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream && numberOf(object.dict, 'PatternType') === tiling) boundSteps(object.dict);
  }
}

function boundSteps(pattern: PDFDict): void {
  const [left = 0, lower = 0, right = 0, upper = 0] = numbersOf(pattern, 'BBox');
  const [a = 1, b = 0, c = 0, d = 1] = numbersOf(pattern, 'Matrix');
  boundStep(pattern, 'XStep', { length: Math.abs(right - left), scale: Math.hypot(a, b) });
  boundStep(pattern, 'YStep', { length: Math.abs(upper - lower), scale: Math.hypot(c, d) });
}

/** `length` is the tile's length in the step's direction. `scale` converts the pattern's units to points of the page. */
function boundStep(pattern: PDFDict, name: string, { length, scale }: { length: number; scale: number }): void {
  const step = numberOf(pattern, name) ?? 0;
  if (Math.abs(step) * scale >= stepMin) return;
  pattern.set(PDFName.of(name), PDFNumber.of(Math.max(length, stepMin / (scale || 1))));
}

function numberOf(dict: PDFDict, name: string): number | undefined {
  const value = dict.lookup(PDFName.of(name));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

function numbersOf(dict: PDFDict, name: string): number[] {
  const list = dict.lookup(PDFName.of(name));
  if (!(list instanceof PDFArray)) return [];
  return list.asArray().map((_, at) => {
    const value = list.lookup(at);
    return value instanceof PDFNumber ? value.asNumber() : 0;
  });
}
