import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Input } from '../../src/documents/documents.ts';
import { documentsForTests, emptyPdf, file, look, pdfOf } from './support.ts';
import { blackFaxRows, tiff } from './tiff.ts';

const documents = documentsForTests({ threads: 1 });
const converted = async (...inputs: Input[]) => look(pdfOf(await documents.convert(inputs)));
const picture = (width: number, height: number, background = '#000000') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A picture with a black left half, and a right one of that colour. */
const halves = (rest: { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 200, height: 100, channels: 4, background: rest } }).composite([
    { input: { create: { width: 100, height: 100, channels: 3, background: 'black' } }, left: 0, top: 0 },
  ]);

describe('text', () => {
  test.each([
    ['UTF-8', Buffer.from('Größe Привет αβγ €')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße Привет αβγ €')],
    ['UTF-16, little end first', Buffer.from('\ufeffGröße Привет αβγ €', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffGröße Привет αβγ €', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('Größe Привет αβγ €', 'utf16le')],
  ])('in %s is on the page', async (_name, bytes) => {
    const [page, ...others] = await converted(file('letter.txt', bytes));
    expect(page).toMatchObject({ width: 612, height: 792, text: 'Größe Привет αβγ €' });
    expect(others).toEqual([]);
  });

  test('in Latin-1 is on the page', async () => {
    const [page] = await converted(file('letter.txt', Buffer.from('Größe', 'latin1')));
    expect(page?.text).toBe('Größe');
  });

  test('from right to left is turned around, so that it reads so', async () => {
    const [page] = await converted({ kind: 'text', text: 'שלום' });
    expect(page?.text).toBe('שלום');
  });

  test('begins a page at each form feed', async () => {
    const pages = await converted({ kind: 'text', text: 'one\ftwo\r\nlines\f' });
    expect(pages.map(({ text }) => text)).toEqual(['one', 'two\r\nlines']);
  });

  test('without anything is an empty page', async () => {
    expect(await converted({ kind: 'text', text: '' })).toMatchObject([{ text: '' }]);
  });

  test('of 104,000 characters is on as many pages as it takes, with nothing lost', async () => {
    const text = Array.from({ length: 13_000 }, (_, index) => String(index).padStart(7, '0')).join(' ');
    const pages = await converted({ kind: 'text', text });
    expect(pages).toHaveLength(23);
    expect(
      pages
        .map((page) => page.text)
        .join(' ')
        .split(/\s+/),
    ).toEqual(text.split(' '));
  });
});

describe('HTML', () => {
  const html = `<!doctype html><html><head><title>no</title><style>no {}</style></head><body><h1>Invoice</h1>
    <p>Dear <b>customer</b>, see <a href="https://example.com/terms">our terms</a>.</p><script>no()</script>
    <ol><li>first<li>second</ol><table><tr><th>Item<th>Price<tr><td>Widget<td>3.00</table>
    <img src="https://example.com/logo.png" alt="Logo"></body></html>`;
  const words = ['INVOICE', 'Dear customer, see our terms <https://example.com/terms>.', '1. first', '2. second'];

  test.each<[string, Input]>([
    ['as a string', { kind: 'html', text: html }],
    ['as a file', file('page.html', html)],
    ['under a name that says nothing', file('upload', html)],
    ['under a name that says text', file('page.txt', html)],
    ['after an XML declaration', file('page', `<?xml version="1.0"?>\n<!-- c -->${html}`)],
  ])('%s is set as text', async (_name, input) => {
    const [page] = await converted(input);
    for (const word of [...words, 'Item', 'Widget', '3.00', 'Logo']) expect(page?.text).toContain(word);
    expect(page?.text).not.toMatch(/\bno\b|logo\.png/);
  });

  test('with many elements beside each other is no deep one', async () => {
    const rows = '<tr><td><b>bold</b><td>cell<br>'.repeat(13_000);
    expect(await documents.convert([{ kind: 'html', text: `<table>${rows}</table>` }])).toMatchObject({ ok: true });
  });

  test('without a root is named', async () => {
    expect((await converted(file('a.htm', '<p>Hello</p>')))[0]?.text).toBe('Hello');
    expect((await converted(file('a.txt', '<p>Hello</p>')))[0]?.text).toBe('<p>Hello</p>');
  });
});

describe('images', () => {
  test.each([
    ['png', () => picture(600, 300).png()],
    ['jpg', () => picture(600, 300).jpeg()],
    ['cmyk.jpg', () => picture(600, 300).toColourspace('cmyk').jpeg()],
    ['grey.png', () => picture(600, 300).greyscale().png()],
    ['grey.jpg', () => picture(600, 300).greyscale().jpeg()],
    ['pale.png', () => picture(600, 300).ensureAlpha().greyscale().png()],
    ['deep.png', () => picture(600, 300).toColourspace('rgb16').png()],
    ['tif', () => picture(600, 300).tiff()],
    ['g4.tif', () => picture(600, 300).toColourspace('b-w').tiff({ compression: 'ccittfax4', bitdepth: 1 })],
  ])('as %s are a Letter page with margins', async (name, make) => {
    const [page, ...others] = await converted(file(name, await make().toBuffer()));
    expect(page).toMatchObject({ width: 612, height: 792 });
    expect(page?.grey(0.5, 0.1)).toBeLessThan(10);
    expect([page?.grey(0.5, 0.03), page?.grey(0.03, 0.1), page?.grey(0.5, 0.6)]).toEqual([255, 255, 255]);
    expect(others).toEqual([]);
  });

  test('of a fax have a page for each frame, high as they are meant', async () => {
    const frame = { width: 1728, compression: 2 } as const;
    const pages = await converted(
      file(
        'fax.tif',
        tiff([
          { ...frame, height: 1000, strip: blackFaxRows(1000), resolution: [204, 98] },
          { ...frame, height: 1000, strip: blackFaxRows(1000), resolution: [204, 196] },
        ]),
      ),
    );
    expect(pages.map((page) => [page.grey(0.5, 0.3), page.grey(0.5, 0.7)])).toEqual([
      [0, 0],
      [0, 255],
    ]);
  });

  test('are turned as their EXIF data say', async () => {
    const bytes = await halves({ r: 255, g: 255, b: 255, alpha: 1 })
      .flatten()
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const [page] = await converted(file('photo.jpg', bytes));
    // Upright, the black half is the upper one: 100 by 100 points below the margin.
    expect(page!.grey(0.5, 0.08)).toBeLessThan(10);
    expect(page!.grey(0.5, 0.25)).toBeGreaterThan(245);
  });

  test('are on white where they are transparent', async () => {
    const [page] = await converted(file('logo.png', await halves({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer()));
    expect([page?.grey(0.4, 0.1), page?.grey(0.6, 0.1)]).toEqual([0, 255]);
  });
});

describe('PDF', () => {
  test('keeps its pages, their sizes and their turns', async () => {
    const source = await emptyPdf([
      [595, 842],
      [842, 595],
      [100, 100],
    ]);
    source.getPage(2).setSize(100, 200);
    source.getPage(2).setRotation(degrees(90));
    const font = await source.embedFont(StandardFonts.Helvetica);
    source.getPage(1).drawText('Kept', { font, x: 50, y: 50 });
    const pages = await converted(file('a.pdf', await source.save()));
    expect(pages).toMatchObject([
      { width: 595, height: 842 },
      { width: 842, height: 595, text: 'Kept' },
      { width: 200, height: 100 },
    ]);
  });

  test.each([['an owner password only', { userPassword: '', ownerPassword: 'secret' }]])(
    'with %s is taken',
    async (_name, passwords) => {
      const source = await emptyPdf([[300, 300]]);
      source.getPage(0).drawText('Allowed');
      source.encrypt({ ...passwords, permissions: { printing: 'lowResolution' } });
      expect(await converted(file('a.pdf', await source.save()))).toMatchObject([{ text: 'Allowed' }]);
    },
  );

  test('with something before its header is taken', async () => {
    const bytes = await (await emptyPdf([[300, 300]])).save();
    expect(await converted(file('a', Buffer.concat([Buffer.from('\r\n\r\n'), bytes])))).toHaveLength(1);
  });

  test('is the same each time', async () => {
    const input = file('a.txt', 'Hello');
    expect(pdfOf(await documents.convert([input]))).toEqual(pdfOf(await documents.convert([input])));
  });
});

test('a URL is a page that names it', async () => {
  const [page] = await converted({ kind: 'url', url: 'https://example.com/a?b=c' });
  expect(page?.text).toContain('https://example.com/a?b=c');
  expect(page?.text).toContain('start faxsim with --allow-hosts example.com');
});

test.each([
  ['https://example.com/a?b=c', 1],
  [`https://example.com/?long=${'x'.repeat(5000)}`, 0],
])('a URL %.30s… that is not too long stands on its page as a QR code too', async (url, codes) => {
  const pdf = pdfOf(await documents.convert([{ kind: 'url', url }]));
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  const found = await readBarcodes(await documents.pagePicture(pdf, 1, 1000));
  expect(found.map(({ format, text }) => [format, text])).toEqual(Array(codes).fill(['QRCode', url]));
});

test('a PNG that is named a PDF is a picture', async () => {
  const [page] = await converted(file('scan.pdf', await picture(600, 300).png().toBuffer()));
  expect(page?.grey(0.5, 0.1)).toBe(0);
});

test('text that is named a PDF is text', async () => {
  expect((await converted(file('letter.pdf', 'Hello')))[0]?.text).toBe('Hello');
});

test('all inputs are in one PDF, in their order', async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 300]).drawText('third');
  const conversion = await documents.convert([
    { kind: 'url', url: 'http://localhost/first' },
    { kind: 'text', text: 'second' },
    file('a.pdf', await pdf.save()),
    file('b.png', await picture(10, 10).png().toBuffer()),
    { kind: 'html', text: '<p>fifth' },
  ]);
  expect(conversion).toMatchObject({ ok: true, pages: 5 });
  const texts = (await look(pdfOf(conversion))).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('first'), 'second', 'third', '', 'fifth']);
});
