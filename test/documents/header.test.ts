import { describe, expect, test } from '@jest/globals';
import { degrees, PDFDocument, rgb } from '@cantoo/pdf-lib';
import { documentsForTests, emptyPdf, look, pdfOf } from './support.ts';

const documents = documentsForTests({ threads: 1 });
const header = {
  timeZone: 'America/Chicago',
  hasPageNumbers: true,
  text: 'Praxis Größe Привет',
  at: '2026-11-20T12:00:59.999Z',
  from: '+18773346654',
  to: '+15550100100',
};
const line = '2026-11-20 06:00   From: +18773346654   To: +15550100100   Praxis Größe Привет';

describe.each([0, 90, 180, 270])('a page turned by %d degrees', (angle) => {
  test.each<[string, [number, number], [number, number, number, number] | null]>([
    ['Letter', [612, 792], null],
    ['landscape', [842, 595], null],
    ['of a label', [160, 90], null],
    ['cropped', [612, 792], [100, 200, 300, 400]],
    ['whose crop box is beyond it', [612, 792], [-50, -50, 800, 1000]],
  ])('%s has the header at its upper edge', async (_name, size, crop) => {
    const source = await emptyPdf([size]);
    const page = source.getPage(0);
    // Grey, so that what is drawn by the header, its white strip, is seen.
    page.drawRectangle({ x: -100, y: -100, width: 1000, height: 1000, color: rgb(0.5, 0.5, 0.5) });
    if (crop) page.setCropBox(...crop);
    page.setRotation(degrees(angle));
    const before = await look(await source.save());
    const [seen] = await look(await documents.stampHeader(await source.save(), header));

    expect(seen).toMatchObject({ width: before[0]?.width, height: before[0]?.height });
    expect(seen?.text.replace(/\s+/g, ' ')).toBe(`${line} page 1 of 1`.replace(/\s+/g, ' '));
    const strip = stripOf(seen!);
    expect(strip.top).toBeLessThan(12);
    expect(strip.bottom).toBeLessThan(24);
    expect(strip.bottom).toBeGreaterThanOrEqual(strip.top);
  });
});

/** From where to where the left edge of the page is white, in points from above. */
function stripOf({ height, grey }: { height: number; grey: (x: number, y: number) => number }) {
  const rows = Array.from({ length: Math.floor(height) }, (_, row) => row).filter(
    (row) => grey(0.005, (row + 0.5) / height) > 250,
  );
  return { top: rows[0] ?? NaN, bottom: rows.at(-1) ?? NaN };
}

test('each page has its number', async () => {
  const pdf = pdfOf(await documents.convert([{ kind: 'text', text: 'one\ftwo\fthree' }]));
  const pages = await look(await documents.stampHeader(pdf, header));
  expect(pages.map(({ text }) => /page \d of \d/.exec(text)?.[0])).toEqual([
    'page 1 of 3',
    'page 2 of 3',
    'page 3 of 3',
  ]);
  expect(pages.map(({ text }) => /^(one|two|three)/m.exec(text)?.[0])).toEqual(['one', 'two', 'three']);
});

test('an unfinished content stream does not shift the header', async () => {
  const source = await PDFDocument.create();
  const page = source.addPage([300, 300]);
  const contents = source.context.register(source.context.stream('q 0.1 0 0 0.1 200 0 cm 0 0 10 10 re f'));
  page.node.addContentStream(contents);
  const [seen] = await look(await documents.stampHeader(await source.save(), header));
  expect(seen?.text).toContain('page 1 of 1');
  const points = Array.from({ length: 280 * 20 }, (_, index) =>
    seen!.grey((10 + (index % 280)) / 300, index / 280 / 300),
  );
  expect(Math.min(...points)).toBeLessThan(200);
});

test('a header over a header leaves the document readable', async () => {
  const pdf = pdfOf(await documents.convert([{ kind: 'text', text: 'Body' }]));
  const twice = await documents.stampHeader(await documents.stampHeader(pdf, header), { ...header, text: 'Second' });
  const [seen] = await look(twice);
  expect(seen?.text).toContain('Body');
  expect(seen?.text).toContain('Second');
});

test('the time is that of US Central time, daylight saving included', async () => {
  const pdf = await (await emptyPdf([[612, 792]])).save();
  const [seen] = await look(await documents.stampHeader(pdf, { ...header, at: '2026-07-01T04:05:00.000Z' }));
  expect(seen?.text).toContain('2026-06-30 23:05 ');
});
