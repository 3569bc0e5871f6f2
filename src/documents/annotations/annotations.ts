import { PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { addStream } from '../pdf-bytes.ts';
import { drawPath, drawShape, ellipse, inkOf, rectangle } from './shapes.ts';
import { pdfName, pdfNumbersIn, penOf, coordinatesOf } from './strokes.ts';
import type { Drawing, Pen } from './strokes.ts';
import { drawHighlight, drawLines, lineShare, pointIn, wave } from './text-marks.ts';

/**
 * Adds an appearance to annotations of a PDF that have none, such as some lines and highlights. Otherwise each reader
 * would draw them in its own way.
 */
export function drawAnnotations(document: PDFDocument): void {
  for (const { node } of document.getPages()) {
    const annotations = node.Annots();
    for (let at = 0; at < (annotations?.size() ?? 0); at++) {
      try {
        const annotation = annotations?.lookupMaybe(at, PDFDict);
        if (annotation !== undefined && !hasAppearance(annotation)) writeAppearance(annotation);
      } catch {
        // A broken annotation stays unchanged.
      }
    }
  }
}

const hasAppearance = (annotation: PDFDict): boolean =>
  annotation.lookupMaybe(pdfName('AP'), PDFDict)?.lookup(pdfName('N')) !== undefined;

type Draw = (annotation: PDFDict, pen: Pen) => Drawing;

/** How each kind is drawn. Source: ISO 32000, annotation types. */
const drawers: Readonly<Record<string, Draw>> = {
  Line: (annotation, pen) => drawPath(annotation, pen, [coordinatesOf(pdfNumbersIn(annotation, 'L'))]),
  PolyLine: (annotation, pen) => drawPath(annotation, pen, [coordinatesOf(pdfNumbersIn(annotation, 'Vertices'))]),
  Polygon: (annotation, pen) => drawPath(annotation, pen, [coordinatesOf(pdfNumbersIn(annotation, 'Vertices'))], true),
  Ink: (annotation, pen) => drawPath(annotation, pen, inkOf(annotation)),
  Square: (annotation, pen) => drawShape(annotation, pen, rectangle),
  Circle: (annotation, pen) => drawShape(annotation, pen, ellipse),
  Highlight: drawHighlight,
  Underline: (annotation) =>
    drawLines(annotation, (quad) => [pointIn(quad, 0, lineShare), pointIn(quad, 1, lineShare)]),
  StrikeOut: (annotation) => drawLines(annotation, (quad) => [pointIn(quad, 0, 0.5), pointIn(quad, 1, 0.5)]),
  Squiggly: (annotation) => drawLines(annotation, wave),
};

function writeAppearance(annotation: PDFDict): void {
  const { context } = annotation;
  const kind = annotation.lookup(pdfName('Subtype'), PDFName).decodeText();
  const draw = Object.hasOwn(drawers, kind) ? drawers[kind] : undefined;
  if (draw === undefined) return;
  const pen = penOf(annotation);
  const { operators, points, margin = pen.width, isMarker = false } = draw(annotation, pen);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box = [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
  if (!box.every(Number.isFinite)) return;
  const opacity = annotation.lookupMaybe(pdfName('CA'), PDFNumber)?.asNumber() ?? 1;
  const state = { CA: opacity, ca: opacity, ...(isMarker && { BM: 'Multiply' }) };
  const appearance = addStream(context, `/G gs ${operators}`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: box,
    Resources: context.obj({ ExtGState: { G: state } }),
  });
  annotation.set(pdfName('Rect'), context.obj(box)); // readers fit the appearance into it
  annotation.set(pdfName('AP'), context.obj({ N: appearance }));
}
