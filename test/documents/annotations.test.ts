import { describe, expect, test } from '@jest/globals';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { documentsForTests, file, look, pdfOf } from './support.ts';

const documents = documentsForTests();

/** A page of 100 by 100 points with annotations, as it is faxed. */
async function faxed(...annotations: object[]) {
  const document = await PDFDocument.create();
  const page = document.addPage([100, 100]);
  page.node.set(
    PDFName.of('Annots'),
    document.context.obj(annotations.map((one) => ({ Type: 'Annot', F: 4, ...one }) as never)),
  );
  const pdf = pdfOf(await documents.convert([file('a.pdf', await document.save())]));
  const [seen] = await look(pdf);
  const appearances = (await PDFDocument.load(pdf)).getPages()[0]?.node.Annots()?.asArray() ?? [];
  return { greyAt: (x: number, y: number) => seen!.grey(x / 100, 1 - y / 100), pdf, appearances };
}

type Points = readonly (readonly [number, number])[];

const rect = { Rect: [10, 10, 90, 90] };
const thick = { BS: { W: 8 } };
/** Text from 20 to 80, between 40 and 60, as programs write its corners. */
const text = { ...rect, QuadPoints: [20, 60, 80, 60, 20, 40, 80, 40] };

const kinds: readonly (readonly [string, object, Points, Points])[] = [
  [
    'Line',
    { ...rect, ...thick, L: [20, 50, 80, 50] },
    [
      [50, 50],
      [22, 50],
    ],
    [
      [50, 70],
      [5, 50],
    ],
  ],
  [
    'Line',
    { ...rect, ...thick, L: [40, 50, 80, 50], LE: ['ClosedArrow', 'None'], IC: [0] },
    [
      [60, 50],
      [84, 66],
    ],
    [[80, 80]],
  ],
  [
    'Square',
    { ...rect, ...thick },
    [
      [14, 50],
      [50, 86],
    ],
    [
      [50, 50],
      [5, 50],
    ],
  ],
  ['Square', { ...rect, C: [], IC: [0] }, [[50, 50]], [[5, 50]]],
  ['Square', { ...rect, IC: [0], RD: [30, 0, 0, 0] }, [[60, 50]], [[25, 50]]],
  [
    'Circle',
    { ...rect, ...thick },
    [
      [14, 50],
      [50, 86],
    ],
    [
      [50, 50],
      [13, 13],
    ],
  ],
  [
    'Ink',
    {
      ...rect,
      Border: [0, 0, 8],
      InkList: [
        [20, 20, 20, 80],
        [80, 20, 80, 80],
      ],
    },
    [
      [20, 50],
      [80, 50],
    ],
    [[50, 50]],
  ],
  [
    'Polygon',
    { ...rect, ...thick, Vertices: [20, 20, 80, 20, 50, 80] },
    [
      [50, 20],
      [35, 50],
    ],
    [[50, 40]],
  ],
  [
    'PolyLine',
    { ...rect, ...thick, Vertices: [20, 20, 80, 20, 50, 80] },
    [
      [50, 20],
      [65, 50],
    ],
    [[35, 50]],
  ],
  [
    'Highlight',
    { ...text, C: [0] },
    [[50, 50]],
    [
      [50, 70],
      [15, 50],
    ],
  ],
  ['Underline', { ...text, C: [0] }, [[50, 41.2]], [[50, 50]]],
  [
    'StrikeOut',
    text,
    [[50, 50.2]],
    [
      [50, 44],
      [50, 56],
    ],
  ],
  ['Squiggly', { ...text, QuadPoints: [20, 90, 80, 90, 20, 10, 80, 10] }, [[20.5, 15.5]], [[50, 50]]],
];

describe('an annotation that leaves its appearance to the reader', () => {
  test.each(kinds)('is faxed, in picture and file: %s %j', async (Subtype, entries, black, white) => {
    const { greyAt, appearances, pdf } = await faxed({ Subtype, ...entries });
    expect(black.map(([x, y]) => greyAt(x, y) < 100)).toEqual(black.map(() => true));
    expect(white.map(([x, y]) => greyAt(x, y))).toEqual(white.map(() => 255));
    expect(appearances).toHaveLength(1);
    const [page] = (await PDFDocument.load(pdf)).getPages();
    expect(page!.node.lookup(PDFName.of('Annots'), PDFArray).lookup(0, PDFDict).has(PDFName.of('AP'))).toBe(true);
  });

  test('is no obstacle where it is broken', async () => {
    const broken = [
      { Subtype: 'Line', ...rect },
      { Subtype: 'Ink', ...rect, InkList: [[1], 'x'] },
      { Subtype: 'Highlight', ...rect, QuadPoints: [1, 2, 3] },
      { Subtype: 'Circle' },
      { Subtype: 'toString', ...rect },
      { Subtype: 'Square', ...rect, ...thick },
    ];
    const { greyAt } = await faxed(...broken);
    expect(greyAt(14, 50)).toBeLessThan(100);
  });
});
