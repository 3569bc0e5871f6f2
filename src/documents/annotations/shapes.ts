import { PDFArray, PDFName } from '@cantoo/pdf-lib';
import type { PDFDict } from '@cantoo/pdf-lib';
import {
  pdfName,
  pdfNumbersIn,
  pdfNumbersOf,
  paintOperator,
  pathOperators,
  coordinatesOf,
  coordinatesText,
} from './strokes.ts';
import type { Drawing, Pen, Coordinates } from './strokes.ts';

export function inkOf(annotation: PDFDict): Coordinates[][] {
  const list = annotation.lookup(pdfName('InkList'), PDFArray);
  return list.asArray().map((_, at) => coordinatesOf(pdfNumbersOf(list.lookup(at, PDFArray))));
}

export function drawPath(annotation: PDFDict, pen: Pen, paths: readonly Coordinates[][], isClosed = false): Drawing {
  const drawn = paths.filter(({ length }) => length > 0);
  const ends = isClosed ? [] : endingsOf(annotation, pen, drawn);
  const operators = [
    ...drawn.map((points) => `${pathOperators(points)} ${paintOperator(pen, isClosed)}`),
    ...ends.map((end) => `${pathOperators(end.points)} ${paintOperator(pen, end.isClosed)}`),
  ];
  const points = [...drawn.flat(), ...ends.flatMap((end) => end.points)];
  return { operators: `${pen.setUp} 1 J 1 j ${operators.join(' ')}`, points };
}

interface Ending {
  readonly points: readonly Coordinates[];
  readonly isClosed: boolean;
}

const circle = Array.from({ length: 16 }, (_, at): Coordinates => {
  const angle = (at * Math.PI) / 8;
  return [Math.cos(angle) / 2, Math.sin(angle) / 2];
});

/** Line endings, such as arrows: the points of each, along and across the line, as fractions of the ending's size. */
const endings: Readonly<Record<string, Ending>> = {
  OpenArrow: { points: coordinatesOf([1, 0.5, 0, 0, 1, -0.5]), isClosed: false },
  ClosedArrow: { points: coordinatesOf([1, 0.5, 0, 0, 1, -0.5]), isClosed: true },
  ROpenArrow: { points: coordinatesOf([-1, 0.5, 0, 0, -1, -0.5]), isClosed: false },
  RClosedArrow: { points: coordinatesOf([-1, 0.5, 0, 0, -1, -0.5]), isClosed: true },
  Butt: { points: coordinatesOf([0, 0.5, 0, -0.5]), isClosed: false },
  Slash: { points: coordinatesOf([0.3, 0.5, -0.3, -0.5]), isClosed: false },
  Square: { points: coordinatesOf([-0.5, -0.5, -0.5, 0.5, 0.5, 0.5, 0.5, -0.5]), isClosed: true },
  Diamond: { points: coordinatesOf([-0.5, 0, 0, 0.5, 0.5, 0, 0, -0.5]), isClosed: true },
  Circle: { points: circle, isClosed: true },
};

/** The size of an ending, as a multiple of the line's width. */
const endingWidths = 6;

function endingsOf(annotation: PDFDict, { width }: Pen, [line = [], ...others]: readonly Coordinates[][]): Ending[] {
  const names = annotation.lookupMaybe(pdfName('LE'), PDFArray);
  if (names === undefined || others.length > 0) return [];
  return [line, line.toReversed()].flatMap(([tip, next], at) => {
    const ending = endings[names.lookupMaybe(at, PDFName)?.decodeText() ?? ''];
    if (ending === undefined || tip === undefined || next === undefined) return [];
    const [x, y] = [next[0] - tip[0], next[1] - tip[1]];
    const scale = (endingWidths * width) / (Math.hypot(x, y) || 1);
    const points = ending.points.map(([along, across]): Coordinates => [
      tip[0] + (along * x - across * y) * scale,
      tip[1] + (along * y + across * x) * scale,
    ]);
    return [{ ...ending, points }];
  });
}

type Box = readonly [x: number, y: number, width: number, height: number];

/** Draws a shape inside the annotation's rectangle, reduced by its differences (`RD`). */
export function drawShape(annotation: PDFDict, pen: Pen, outline: (box: Box) => string): Drawing {
  const { x, y, width, height } = annotation.lookup(pdfName('Rect'), PDFArray).asRectangle();
  const [left = 0, lower = 0, right = 0, upper = 0] = pdfNumbersIn(annotation, 'RD');
  const inset = pen.width / 2;
  const inner = [width - left - right - pen.width, height - lower - upper - pen.width] as const;
  const operators = `${pen.setUp} ${outline([x + left + inset, y + lower + inset, ...inner])} ${paintOperator(pen, true)}`;
  return {
    operators,
    points: [
      [x, y],
      [x + width, y + height],
    ],
    margin: 0,
  };
}

export const rectangle = (box: Box): string => `${box.join(' ')} re`;

/** The distance of the control points that make a Bézier curve a quarter of a circle, for a radius of 1. */
const roundness = 0.5523;

export function ellipse([x, y, width, height]: Box): string {
  const [a, b] = [width / 2, height / 2];
  const at = (across: number, up: number): string => coordinatesText([x + a + across * a, y + b + up * b]);
  const arc = ([fromX, fromY]: Coordinates, [toX, toY]: Coordinates): string => {
    const controls = [
      at(fromX + toX * roundness, fromY + toY * roundness),
      at(toX + fromX * roundness, toY + fromY * roundness),
    ];
    return `${controls.join(' ')} ${at(toX, toY)} c`;
  };
  const corners = coordinatesOf([1, 0, 0, 1, -1, 0, 0, -1, 1, 0]);
  return [`${at(1, 0)} m`, ...corners.slice(1).map((corner, index) => arc(corners[index] ?? corner, corner))].join(' ');
}
