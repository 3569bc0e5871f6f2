import { describe, expect, test } from '@jest/globals';
import { degrees, rgb } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { documentsForTests, emptyPdf, look, pdfOf } from './support.ts';

const documents = documentsForTests({ threads: 1 });

describe.each([
  ['s', 129, 167],
  ['l', 300, 388],
] as const)('a thumbnail of size %s', (size, width, height) => {
  test.each<[string, [number, number]]>([
    ['Letter', [612, 792]],
    ['landscape', [842, 595]],
    ['tiny', [3, 4]],
    ['as long as a scroll', [100, 14_000]],
    ['as large as a house', [14_400, 14_400]],
  ])('of a page %s has exactly its size, on white', async (_name, page) => {
    const jpeg = await documents.thumbnail(await (await emptyPdf([page])).save(), size);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width, height });
    const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  test('shows the whole first page and no other', async () => {
    const pdf = await emptyPdf([
      [400, 100],
      [400, 100],
    ]);
    pdf.getPage(0).drawRectangle({ x: 0, y: 0, width: 400, height: 100, color: rgb(0, 0, 0) });
    const jpeg = await documents.thumbnail(await pdf.save(), size);
    const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
    const black = data.filter((grey) => grey < 128).length;
    expect(black / data.length).toBeCloseTo(width / 4 / height, 1);
  });
});

describe('a picture of a page', () => {
  const header = {
    timeZone: 'America/Chicago',
    hasPageNumbers: true,
    text: 'ACME CORP',
    at: '2026-11-20T12:00:59.999Z',
    from: '+18773346654',
    to: '+15550100100',
  };
  const greys = async (png: Uint8Array) => {
    const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
    return { ...info, rows: Array.from({ length: info.height }, (_, row) => data.subarray(row * info.width).at(0)) };
  };

  test.each<[string, [number, number], 0 | 90]>([
    ['Letter', [612, 792], 0],
    ['landscape', [842, 595], 90],
  ])('of the shape %s has the header of its transmission, and below it the same rows', async (_name, size, angle) => {
    const source = await emptyPdf([size, size]);
    for (const page of source.getPages()) {
      page.drawRectangle({ x: 0, y: 0, width: 1000, height: 1000, color: rgb(0.5, 0.5, 0.5) });
      page.setRotation(degrees(angle));
    }
    const pdf = await source.save();
    const [plain, headed] = await Promise.all(
      [undefined, header].map(async (line) => greys(await documents.pagePicture(pdf, 2, 850, line))),
    );
    expect(headed).toMatchObject({ width: plain!.width, height: plain!.height });
    const white = headed!.rows.flatMap((grey, row) => (grey! > 250 ? [row] : []));
    expect(white.length).toBeGreaterThan(8);
    expect(white.at(-1)! - white[0]! + 1).toBe(white.length);
    expect(white.at(-1)).toBeLessThan(headed!.height / 20);
  });
});

test('the text of each page can be read, and that of a picture is empty', async () => {
  const pdf = pdfOf(await documents.convert([{ kind: 'text', text: 'one\ntwo\fthree' }]));
  expect(await documents.pageTexts(pdf)).toEqual(['one\ntwo', 'three']);
  expect(await documents.pageTexts(await (await emptyPdf([[100, 100]])).save())).toEqual(['']);
});

describe('a placeholder', () => {
  const facts = { title: 'Invoice 4711', lines: ['From: Größe Ltd', 'To: +15550100100'], pages: 3 };

  test('shows its title and lines on the first of its pages', async () => {
    const pages = await look(await documents.placeholder(facts));
    expect(pages).toHaveLength(3);
    for (const words of ['Invoice 4711', 'From: Größe Ltd', 'To: +15550100100'])
      expect(pages[0]?.text).toContain(words);
    expect(pages.map(({ text }) => /\d \/ \d/.exec(text)?.[0])).toEqual(['1 / 3', '2 / 3', '3 / 3']);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(3);
  });

  test('is the same for the same facts, and another for others', async () => {
    const other = { ...facts, title: 'Invoice 4712' };
    const [one, two, three] = await Promise.all([facts, facts, other].map((given) => documents.placeholder(given)));
    expect(Buffer.compare(one!, two!)).toBe(0);
    expect(Buffer.compare(one!, three!)).not.toBe(0);
  });
});
