import type { PDFDict } from '@cantoo/pdf-lib';
import { colour, pdfName, pdfNumbersIn, pathOperators, coordinatesOf } from './strokes.ts';
import type { Drawing, Coordinates } from './strokes.ts';

/** A marked piece of text, by its corners. The text may run in any direction. */
interface Quad {
  readonly upperLeft: Coordinates;
  readonly upperRight: Coordinates;
  readonly lowerLeft: Coordinates;
  readonly lowerRight: Coordinates;
}

/** The marked pieces of an annotation. The corners have the order that all programs write, although the standard has another. */
function quadsOf(annotation: PDFDict): Quad[] {
  const points = coordinatesOf(pdfNumbersIn(annotation, 'QuadPoints'));
  return Array.from({ length: Math.floor(points.length / 4) }, (_, at) => {
    const [upperLeft = [0, 0], upperRight = [0, 0], lowerLeft = [0, 0], lowerRight = [0, 0]] = points.slice(4 * at);
    return { upperLeft, upperRight, lowerLeft, lowerRight };
  });
}

const between = ([x, y]: Coordinates, [toX, toY]: Coordinates, share: number): Coordinates => [
  x + (toX - x) * share,
  y + (toY - y) * share,
];

/** A point of a marked piece: `along` from its beginning, `up` from its lower edge, both from 0 to 1. */
export const pointIn = (
  { upperLeft, upperRight, lowerLeft, lowerRight }: Quad,
  along: number,
  up: number,
): Coordinates => between(between(lowerLeft, lowerRight, along), between(upperLeft, upperRight, along), up);

const heightOf = ({ upperLeft, lowerLeft }: Quad): number =>
  Math.hypot(upperLeft[0] - lowerLeft[0], upperLeft[1] - lowerLeft[1]);

const yellow = [1, 1, 0];

export function drawHighlight(annotation: PDFDict): Drawing {
  const own = pdfNumbersIn(annotation, 'C');
  const quads = quadsOf(annotation).map((quad) => [quad.upperLeft, quad.upperRight, quad.lowerRight, quad.lowerLeft]);
  const operators = [
    colour(own.length > 0 ? own : yellow, ['g', 'rg', 'k']),
    ...quads.map((corners) => `${pathOperators(corners)} f`),
  ].join(' ');
  return { operators, points: quads.flat(), margin: 0, isMarker: true };
}

/** The width of a line along text, and its distance from the lower edge, both as a fraction of the text's height. */
export const lineShare = 1 / 16;

export function drawLines(annotation: PDFDict, lineOf: (quad: Quad) => readonly Coordinates[]): Drawing {
  const own = annotation.has(pdfName('C')) ? pdfNumbersIn(annotation, 'C') : [0];
  const lines = quadsOf(annotation).map((quad) => ({ points: lineOf(quad), width: heightOf(quad) * lineShare }));
  const operators = [
    colour(own, ['G', 'RG', 'K']),
    ...lines.map(({ points, width }) => `${width.toFixed(3)} w ${pathOperators(points)} S`),
  ].join(' ');
  return {
    operators,
    points: lines.flatMap(({ points }) => points),
    margin: Math.max(0, ...lines.map(({ width }) => width)),
  };
}

/** A wave along the lower edge, with a period of a quarter of the text's height. */
export function wave(quad: Quad): Coordinates[] {
  const { lowerLeft, lowerRight } = quad;
  const length = Math.hypot(lowerRight[0] - lowerLeft[0], lowerRight[1] - lowerLeft[1]);
  const steps = Math.min(1000, Math.max(2, Math.round((length / heightOf(quad)) * 8)));
  return Array.from({ length: steps + 1 }, (_, at) =>
    pointIn(quad, at / steps, at % 2 === 0 ? lineShare : 3 * lineShare),
  );
}
