import { describe, expect, test } from '@jest/globals';
import { openDocuments } from '../../src/documents/documents.ts';
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

/** A page that draws the first of some forms, each of which draws the next so many times; the last is black. */
const nested = (levels: number, times: number): Buffer =>
  pdfWith(
    '<</XObject<</F 5 0 R>>>>',
    '/F Do',
    ...Array.from({ length: levels }, (_, at) =>
      form(`/Resources<</XObject<</F ${6 + at} 0 R>>>>`, `${at === 0 ? half : ''} ${'/F Do '.repeat(times)}`),
    ),
    form('', '0 0 600 400 re f'),
  );

describe('a PDF whose drawings nest', () => {
  test.each([
    [24, 2],
    [3, 1000],
  ])('is faxed without most of them where they are too many: %d levels, each %d times', async (levels, times) => {
    const pdf = pdfOf(await documents.convert([file('a.pdf', nested(levels, times))]));
    const started = performance.now();
    await expect(documents.thumbnail(pdf, 's')).resolves.toBeInstanceOf(Uint8Array);
    expect(performance.now() - started).toBeLessThan(20_000);
    const [page] = await look(pdf);
    expect(page!.grey(0.25, 0.25)).toBe(0);
  });

  test('is refused at a limit where it cannot be changed, and makes no other document wait', async () => {
    const impatient = openDocuments({ threads: 1, slowMs: 50, timeoutMs: 5000 });
    const broken = Buffer.from(nested(24, 2).toString('latin1').replace('[0 0 600 800]', '[0 0 600 (x)]'), 'latin1');
    const order: string[] = [];
    const convert = async (name: string, bytes: Buffer | string) => {
      const conversion = await impatient.convert([file(name, bytes)]);
      order.push(name);
      return conversion;
    };
    const [hostile, harmless] = await Promise.all([convert('a.pdf', broken), convert('b.txt', 'a page')]);
    // A quick machine fills the memory of the thread first.
    const reason = expect.stringMatching(/^The document took (?:longer than 5 s|too much memory)\.$/);
    expect(hostile).toEqual({ ok: false, errorId: 69, reason });
    expect(harmless).toMatchObject({ ok: true });
    expect(order).toEqual(['b.txt', 'a.pdf']);
    await impatient.close();
  });

  test('is faxed as it is where they are some', async () => {
    const [page] = await look(pdfOf(await documents.convert([file('a.pdf', nested(10, 2))])));
    expect([page!.grey(0.25, 0.25), page!.grey(0.75, 0.25), page!.grey(0.75, 0.75)]).toEqual([0, 255, 0]);
  });

  test('is faxed as it is where it has many drawings that do not nest', async () => {
    const bytes = pdfWith(
      '<</XObject<</F 5 0 R/G 6 0 R>>>>',
      `/G Do ${'/F Do '.repeat(51_000)}`,
      form('', half),
      form('/Resources<</XObject<</F 5 0 R>>>>', '0 0 600 400 re f /F Do'),
    );
    const [page] = await look(pdfOf(await documents.convert([file('a.pdf', bytes)])));
    expect([page!.grey(0.25, 0.25), page!.grey(0.75, 0.75)]).toEqual([0, 0]);
  });
});

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

describe('a tiling pattern', () => {
  const tiled = (steps: string, matrix = '') =>
    pdfWith(
      '<</Pattern<</P 5 0 R>>>>',
      tile,
      stream(
        `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]${matrix}${steps}/Resources<<>>`,
        '0 0 10 10 re f',
      ),
    );

  test.each([
    ['of 0', '/XStep 0/YStep 0'],
    ['of 0 in one direction', '/XStep 10/YStep 0'],
    ['that is missing', ''],
    ['of almost 0', '/XStep 0.00001/YStep -0.00001'],
    ['that its matrix makes almost 0', '/XStep 10/YStep 10', '/Matrix[1e-5 0 0 1e-5 0 0]'],
    ['of 10', '/XStep 10/YStep 10'],
  ])('with a step %s fills the page, and is drawn at once', async (_name, steps, matrix = '') => {
    const began = process.cpuUsage();
    const pdf = pdfOf(await documents.convert([file('a.pdf', tiled(steps, matrix))]));
    await documents.thumbnail(pdf, 's');
    const [page] = await look(pdf);
    const { user } = process.cpuUsage(began);
    expect(user).toBeLessThan(8_000_000);
    if (matrix === '') expect(page!.grey(0.5, 0.5)).toBe(0);
  });
});
