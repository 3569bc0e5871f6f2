import type { PDFObject, PDFPage } from '@cantoo/pdf-lib';
import { addStream } from './pdf-bytes.ts';

/** A page as it is seen: how large, and how its own coordinates come from those counted from its lower left corner. */
export interface View {
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly number[];
}

/** Draws over the content of a page, with separate resources that cannot conflict with those of the page. */
export function drawOver(
  page: PDFPage,
  { width, height, matrix }: View,
  { operators, resources = {} }: { operators: readonly string[]; resources?: Readonly<Record<string, PDFObject>> },
): void {
  const { context } = page.doc;
  const drawing = addStream(context, operators.join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: context.obj(resources),
  });
  const name = page.node.newXObject('Overlay', drawing);
  page.node.addContentStream(addStream(context, `q ${matrix.join(' ')} cm ${name.asString()} Do Q`));
}

export function viewOf(page: PDFPage): View {
  const { x, y, width, height } = visibleBox(page);
  const turns = ((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4;
  const turned = { width: height, height: width };
  if (turns === 1) return { ...turned, matrix: [0, 1, -1, 0, x + width, y] };
  if (turns === 2) return { width, height, matrix: [-1, 0, 0, -1, x + width, y + height] };
  if (turns === 3) return { ...turned, matrix: [0, -1, 1, 0, x, y + height] };
  return { width, height, matrix: [1, 0, 0, 1, x, y] };
}

/** The part of a page that is shown: its crop box, as far as that lies on the page. */
function visibleBox(page: PDFPage): { x: number; y: number; width: number; height: number } {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const [x, y] = [Math.max(media.x, crop.x), Math.max(media.y, crop.y)];
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : media;
}
