import { PDFArray, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';

export type Coordinates = readonly [x: number, y: number];

/** A drawing in coordinates of the page. */
export interface Drawing {
  readonly operators: string;
  /** The points of the drawing, without the width of its lines. */
  readonly points: readonly Coordinates[];
  /** The distance by which the drawing extends beyond its points. */
  readonly margin?: number;
  /** Whether the page shows through, as for a marker. */
  readonly isMarker?: boolean;
}

export const pdfName = (text: string): PDFName => PDFName.of(text);

export const pdfNumbersOf = (list: PDFArray | undefined): number[] =>
  list?.asArray().map((_, at) => list.lookup(at, PDFNumber).asNumber()) ?? [];

export const pdfNumbersIn = (dict: PDFDict | undefined, name: string): number[] =>
  pdfNumbersOf(dict?.lookupMaybe(pdfName(name), PDFArray));

export const coordinatesOf = (numbers: readonly number[]): Coordinates[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);

export interface Pen {
  /** Width in points; 0 draws no outline. */
  readonly width: number;
  /** Operators that set width, dashes and colours. */
  readonly setUp: string;
  readonly isFilling: boolean;
}

export function penOf(annotation: PDFDict): Pen {
  const style = annotation.lookupMaybe(pdfName('BS'), PDFDict);
  const border = annotation.lookupMaybe(pdfName('Border'), PDFArray);
  const ownWidth = style?.lookupMaybe(pdfName('W'), PDFNumber) ?? border?.lookupMaybe(2, PDFNumber);
  const isDashed = style?.lookupMaybe(pdfName('S'), PDFName) === pdfName('D');
  const dashes = isDashed
    ? [...pdfNumbersIn(style, 'D'), 3].slice(0, -1)
    : pdfNumbersOf(border?.lookupMaybe(3, PDFArray));
  const stroke = annotation.has(pdfName('C')) ? pdfNumbersIn(annotation, 'C') : [0];
  const fill = pdfNumbersIn(annotation, 'IC');
  const width = stroke.length === 0 ? 0 : Math.max(0, ownWidth?.asNumber() ?? 1);
  const colours = `${colour(stroke, ['G', 'RG', 'K'])} ${colour(fill, ['g', 'rg', 'k'])}`;
  return { width, isFilling: fill.length > 0, setUp: `${width} w [${dashes.join(' ')}] 0 d ${colours}` };
}

/** The operator that sets a colour: grey, RGB or CMYK; empty for a transparent one. */
export function colour(parts: readonly number[], [grey, rgb, cmyk]: readonly [string, string, string]): string {
  const operator = { 1: grey, 3: rgb, 4: cmyk }[parts.length];
  return operator === undefined ? '' : `${parts.join(' ')} ${operator}`;
}

export const coordinatesText = ([x, y]: Coordinates): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

export const pathOperators = ([first = [0, 0], ...others]: readonly Coordinates[]): string =>
  [`${coordinatesText(first)} m`, ...others.map((point) => `${coordinatesText(point)} l`)].join(' ');

/** The operator that paints a path. */
export function paintOperator({ width, isFilling }: Pen, isClosed: boolean): string {
  if (!isClosed) return width > 0 ? 'S' : 'n';
  if (!isFilling) return width > 0 ? 's' : 'n';
  return width > 0 ? 'b' : 'f';
}
