import { describe, expect, test } from '@jest/globals';
import { documentsForTests, file, look, pdfOf } from './support.ts';

const documents = documentsForTests({ threads: 1, memoryMb: 256, timeoutMs: 10_000 });

/** A PDF of one page, 600 by 800 points, whose other objects have the numbers from 5 up. */
function pdfWith(resources: string, contents: string, ...objects: string[]): Buffer {
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources ${resources}/Contents 4 0 R>>`,
    stream('', contents),
    ...objects,
  ];
  const lines = all.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.7\n${lines.join('')}trailer\n<</Root 1 0 R>>\n%%EOF`);
}

const stream = (entries: string, contents: string): string =>
  `<<${entries}/Length ${contents.length}>>stream\n${contents}\nendstream`;
const form = (entries: string, contents: string): string =>
  stream(`/Type/XObject/Subtype/Form/BBox[0 0 600 800]${entries}`, contents);
const pattern = (resources: string, contents: string): string =>
  stream(
    `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<${resources}>>`,
    contents,
  );

/** Black from the left edge to the middle of the page. */
const half = '0 0 300 800 re f';
const twice = '/F Do /F Do';
const tile = '/Pattern cs /P scn 0 0 600 800 re f';
const smallTile = '/Pattern cs /P scn 0 0 10 10 re f';
const mask = '/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>';
const letters =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</a 6 0 R>>/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/Resources<</XObject<</F 7 0 R>>>>>>';

const cycles: readonly (readonly [string, Buffer])[] = [
  [
    'a form',
    pdfWith('<</XObject<</F 5 0 R>>>>', '/F Do', form('/Resources<</XObject<</F 5 0 R>>>>', `${half} ${twice}`)),
  ],
  ['a form without resources', pdfWith('<</XObject<</F 5 0 R>>>>', '/F Do', form('', `${half} ${twice}`))],
  [
    'a form through another',
    pdfWith(
      '<</XObject<</F 5 0 R>>>>',
      '/F Do',
      form('/Resources<</XObject<</F 6 0 R>>>>', `${half} ${twice}`),
      form('/Resources<</XObject<</F 5 0 R>>>>', twice),
    ),
  ],
  ['a pattern', pdfWith('<</Pattern<</P 5 0 R>>>>', `${half} ${tile}`, pattern('/Pattern<</P 5 0 R>>', smallTile))],
  [
    'a pattern through a form',
    pdfWith(
      '<</Pattern<</P 5 0 R>>>>',
      `${half} ${tile}`,
      pattern('/XObject<</F 6 0 R>>', twice),
      form('/Resources<</Pattern<</P 5 0 R>>>>', `${tile} ${tile}`),
    ),
  ],
  [
    'a soft mask',
    pdfWith(`<<${mask}>>`, `${half} /G gs ${half}`, form(`/Resources<<${mask}>>`, `/G gs ${half} /G gs ${half}`)),
  ],
  [
    'a font of drawn letters',
    pdfWith(
      '<</Font<</T 5 0 R>>>>',
      `${half} BT /T 10 Tf (aa) Tj ET`,
      letters,
      stream('', '9 0 d0 /F Do /F Do'),
      form('/Resources<</Font<</T 5 0 R>>>>', 'BT /T 10 Tf (aa) Tj ET'),
    ),
  ],
  [
    'the appearance of an annotation',
    pdfWith(
      '<<>>/Annots[<</Subtype/Stamp/F 4/Rect[0 0 600 800]/AP<</N 5 0 R>>>>]',
      half,
      form('/Resources<</XObject<</F 5 0 R>>>>', `${half} ${twice}`),
    ),
  ],
];

describe('a PDF with a drawing that draws itself', () => {
  test.each(cycles)('is faxed without the repetition: %s', async (_, bytes) => {
    const pdf = pdfOf(await documents.convert([file('a.pdf', bytes)]));
    await expect(documents.thumbnail(pdf, 's')).resolves.toBeInstanceOf(Uint8Array);
    const [page] = await look(pdf);
    expect(page!.grey(0.25, 0.5)).toBe(0);
  });

  test('keeps drawings that only share their resources', async () => {
    const shared = '<</XObject<</A 6 0 R/B 7 0 R>>>>';
    const bytes = pdfWith(
      '5 0 R',
      '/A Do /B Do',
      shared,
      form('/Resources 5 0 R', half),
      form('/Resources 5 0 R', 'q 1 0 0 1 300 0 cm /A Do Q'),
    );
    const [page] = await look(pdfOf(await documents.convert([file('a.pdf', bytes)])));
    expect([page!.grey(0.25, 0.5), page!.grey(0.75, 0.5)]).toEqual([0, 0]);
  });
});
