import { PDFArray, PDFName, PDFNumber, PDFStream } from '@cantoo/pdf-lib';
import type { PDFDict, PDFDocument } from '@cantoo/pdf-lib';

/** The shortest step from tile to tile, in points: a fifth of a fine dot of a fax, so that no such tile is seen by itself. */
const stepMin = 0.05;

/** The type of patterns that repeat a tile. */
const tiling = 1;

/**
 * Gives tiling patterns steps that lead on. A step of 0 is forbidden, and a tiny one makes a page of millions of tiles: the reader draws
 * for half a minute. Such tiles stand side by side. Source: ISO 32000, tiling patterns.
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

/** `length`: that of a tile in the direction; `scale`: points of the page for each of the pattern. */
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
