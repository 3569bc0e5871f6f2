import { PDFArray, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';

export type Point = readonly [x: number, y: number];

/** A drawing in coordinates of the page. */
export interface Drawing {
  readonly operators: string;
  /** The points that it reaches, without the width of its lines. */
  readonly points: readonly Point[];
  /** How far it reaches beyond its points. */
  readonly margin?: number;
  /** Whether the page shows through it. */
  readonly isMarker?: boolean;
}

export const nameOf = (text: string): PDFName => PDFName.of(text);

export const numbersOf = (list: PDFArray | undefined): number[] =>
  list?.asArray().map((_, at) => list.lookup(at, PDFNumber).asNumber()) ?? [];

export const numbersIn = (dict: PDFDict | undefined, name: string): number[] =>
  numbersOf(dict?.lookupMaybe(nameOf(name), PDFArray));

export const pointsOf = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);

export interface Pen {
  /** In points; 0 draws no outline. */
  readonly width: number;
  /** Operators that set width, dashes and colours. */
  readonly setUp: string;
  readonly isFilling: boolean;
}

export function penOf(annotation: PDFDict): Pen {
  const style = annotation.lookupMaybe(nameOf('BS'), PDFDict);
  const border = annotation.lookupMaybe(nameOf('Border'), PDFArray);
  const ownWidth = style?.lookupMaybe(nameOf('W'), PDFNumber) ?? border?.lookupMaybe(2, PDFNumber);
  const isDashed = style?.lookupMaybe(nameOf('S'), PDFName) === nameOf('D');
  const dashes = isDashed ? [...numbersIn(style, 'D'), 3].slice(0, -1) : numbersOf(border?.lookupMaybe(3, PDFArray));
  const stroke = annotation.has(nameOf('C')) ? numbersIn(annotation, 'C') : [0];
  const fill = numbersIn(annotation, 'IC');
  const width = stroke.length === 0 ? 0 : Math.max(0, ownWidth?.asNumber() ?? 1);
  const colours = `${colour(stroke, ['G', 'RG', 'K'])} ${colour(fill, ['g', 'rg', 'k'])}`;
  return { width, isFilling: fill.length > 0, setUp: `${width} w [${dashes.join(' ')}] 0 d ${colours}` };
}

/** The operator that sets a colour, in grey, red, green and blue, or the four of print; none for a transparent one. */
export function colour(parts: readonly number[], [grey, rgb, cmyk]: readonly [string, string, string]): string {
  const operator = { 1: grey, 3: rgb, 4: cmyk }[parts.length];
  return operator === undefined ? '' : `${parts.join(' ')} ${operator}`;
}

export const text = ([x, y]: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

export const path = ([first = [0, 0], ...others]: readonly Point[]): string =>
  [`${text(first)} m`, ...others.map((point) => `${text(point)} l`)].join(' ');

/** The operator that paints a path. */
export function paint({ width, isFilling }: Pen, isClosed: boolean): string {
  if (!isClosed) return width > 0 ? 'S' : 'n';
  if (!isFilling) return width > 0 ? 's' : 'n';
  return width > 0 ? 'b' : 'f';
}
