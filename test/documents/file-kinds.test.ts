import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { decode, encodingOfHtml, kindOfFile } from '../../src/documents/file-kind.ts';
import { pixelHeights } from '../../src/documents/pixel-shape.ts';
import { documentsForTests, file, look, pdfOf } from './support.ts';
import { tiff } from './tiff.ts';

const documents = documentsForTests({ threads: 1 });

/** Words with which the signatures of binary files begin. */
const beginnings = [
  ...[
    'The free trial ends',
    'Our wide range',
    'FORM 1040',
    'BMW',
    'MAC address',
    'GIFT',
    'WEBVTT',
    'ID3 numbers',
    'OggS',
  ],
  ...['RIFF', 'fLaC', 'MZ', 'Rar!', 'BZh', 'PK', 'II', 'MM', 'FLV', 'wOFF', 'SQLite format 3', '8BPS', 'GIF89a', 'BM'],
  ...[
    'BEGIN:VCARD',
    'BEGIN:VCALENDAR',
    '!<arch>',
    'Cr24',
    'NES',
    'MSCF',
    'LZIP',
    '-lh5-',
    'SIMPLE  =',
    'Obj',
    'glTF',
    'DSD ',
  ],
  ...[
    'MThd',
    'drako',
    'Extended Module:',
    'IMPM',
    'SCRM',
    'FWS',
    'CWS',
    'AC',
    '.snd',
    'wvpk',
    '#!AMR',
    'bplist00',
    'PAR1',
  ],
];

describe('text that begins like the signature of another file', () => {
  test.each(beginnings)('is text: %s', async (beginning) => {
    const bytes = Buffer.from(
      `${beginning} and the rest of a letter, long enough for whatever follows a signature.\r\n`,
    );
    expect(await kindOfFile(bytes, 'letter.txt')).toBe('text');
    expect(await kindOfFile(bytes, '')).toBe('text');
  });

  test('is text, whatever printable characters follow', async () => {
    const property = fc.asyncProperty(fc.constantFrom(...beginnings), fc.string(), async (beginning, rest) => {
      expect(await kindOfFile(Buffer.from(`${beginning}${rest}`), 'a.txt')).toMatch(/^(?:text|html)$/);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  test('is text in Latin-1 too, and a picture stays one', async () => {
    expect(await kindOfFile(Buffer.from('GIFT f\xfcr Sie', 'latin1'), '')).toBe('text');
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await kindOfFile(picture, 'a.txt')).toBe('image');
  });
});

const scan = (more: Readonly<Record<number, number>>) =>
  tiff([{ width: 8, height: 1, compression: 1, strip: Buffer.from([0xff]), more }]);

describe('a TIFF', () => {
  test.each([
    ['the tag of PrintIM', scan({ 50_341: 1 })],
    ['the tag of DNG', scan({ 50_706: 1 })],
    [
      '28 entries of which the first is 254',
      scan(Object.fromEntries([[254, 0], ...Array.from({ length: 16 }, (_, at) => [60_000 + at, 1])])),
    ],
  ])('with %s is a scan', async (_what, bytes) => {
    expect(await kindOfFile(bytes, 'scan.tif')).toBe('image');
    expect(await documents.convert([file('scan.tif', bytes)])).toMatchObject({ ok: true, pages: 1 });
  });

  test('with the colours of a camera is no scan', async () => {
    const bytes = Buffer.from(scan({ 50_706: 1 }));
    const photometric = bytes.indexOf(Buffer.from([262 % 256, 1, 3, 0]));
    bytes.writeUInt16LE(32_803, photometric + 8);
    await expect(kindOfFile(bytes, 'scan.tif')).rejects.toMatchObject({ errorId: 129 });
  });

  test('of fractions is not black', async () => {
    const floats = asFloats(10, 10, 1);
    const [page] = await look(pdfOf(await documents.convert([file('a.tif', floats)])));
    expect(page?.grey(0.5, 0.05)).toBeGreaterThan(200);
  });
});

test('SVG with a document type is SVG', async () => {
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  const svg = Buffer.from(`<?xml version="1.0"?>\n${doctype}\n<svg xmlns="http://www.w3.org/2000/svg"/>`);
  await expect(kindOfFile(svg, 'a.svg')).rejects.toMatchObject({ errorId: 129 });
});

/** A page of text in so many columns has one line for these. */
const textOf = async (name: string, bytes: Uint8Array): Promise<string | undefined> =>
  (await look(pdfOf(await documents.convert([file(name, bytes)]))))[0]?.text;

describe('text in an encoding of its own', () => {
  test('keeps the quotes, the dash and the euro of windows-1252', async () => {
    expect(await textOf('a.txt', Buffer.from('\x93quoted\x94 \x96 5 \x80', 'latin1'))).toBe('“quoted” – 5 €');
  });

  test.each([
    ['windows-1252', Buffer.from('\x93a\x94 \x96 5 \x80', 'latin1'), '“a” – 5 €'],
    ['windows-1251', Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'), 'Привет'],
    ['koi8-r', Buffer.from('\xf0\xd2\xc9\xd7\xc5\xd4', 'latin1'), 'Привет'],
    ['iso-8859-7', Buffer.from('\xe1\xe2\xe3', 'latin1'), 'αβγ'],
    ['utf-8', Buffer.from('Größe'), 'Größe'],
    ['no-such-encoding', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'Größe'],
  ])('is read as an HTML file declares it: %s', async (charset, bytes, text) => {
    const page = (head: string) =>
      Buffer.concat([Buffer.from(`<html><head>${head}</head><body>`), bytes, Buffer.from('</body></html>')]);
    expect(await textOf('a.html', page(`<meta charset="${charset}">`))).toBe(text);
    const equivalent = `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`;
    expect(await textOf('a.html', page(equivalent))).toBe(text);
  });

  test('is Shift_JIS where HTML declares it', () => {
    const page = Buffer.concat([Buffer.from('<html><meta charset=shift_jis><body>'), Buffer.from([0x93, 0xfa])]);
    expect(decode(page, encodingOfHtml(page))).toMatch(/日$/);
  });
});

describe('the shape of pixels', () => {
  const wide = sharp({ create: { width: 20, height: 10, channels: 3, background: 'black' } });

  test('is that of pHYs in a PNG', async () => {
    const png = await wide.clone().png().toBuffer();
    const data = Buffer.alloc(9);
    data.writeUInt32BE(8031, 0);
    data.writeUInt32BE(3858, 4);
    data.writeUInt8(1, 8);
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, 9]), Buffer.from('pHYs'), data, Buffer.alloc(4)]);
    const bytes = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
    expect(pixelHeights(bytes, 'png', 1)[0]).toBeCloseTo(204 / 98, 2);
  });

  test('is that of JFIF in a JPEG', async () => {
    const jpeg = await wide.clone().jpeg().toBuffer();
    const at = jpeg.indexOf('JFIF\0');
    const head = Buffer.from([0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 1, 0, 204, 0, 98, 0, 0]);
    const rest = at < 0 ? jpeg.subarray(2) : jpeg.subarray(2 + 2 + jpeg.readUInt16BE(4));
    expect(pixelHeights(Buffer.concat([jpeg.subarray(0, 2), head, rest]), 'jpeg', 1)[0]).toBeCloseTo(204 / 98, 5);
  });

  test('is that of Exif where nothing else says it', () => {
    const exif = Buffer.from(
      tiff([{ width: 8, height: 1, compression: 1, strip: Buffer.of(0), resolution: [204, 98] }]),
    );
    const segment = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(segment.length + 2);
    const jpeg = Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
      length,
      segment,
      Buffer.from([0xff, 0xda, 0, 2]),
    ]);
    expect(pixelHeights(jpeg, 'jpeg', 1)[0]).toBeCloseTo(204 / 98, 5);
  });

  test('is square in an image that says nothing, or nonsense', () => {
    expect(pixelHeights(Buffer.from([0xff, 0xd8, 0xff]), 'jpeg', 1)).toEqual([1]);
    expect(pixelHeights(Buffer.alloc(40), 'png', 1)).toEqual([1]);
    const frame = { width: 8, height: 1, compression: 1, strip: Buffer.of(0), resolution: [1, 1000] } as const;
    expect(pixelHeights(tiff([frame]), 'tiff', 2)).toEqual([1, 1]);
  });

  test('is read from any bytes without a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('png', 'jpeg', 'tiff'), (bytes, format) => {
        for (const head of [
          [],
          [0x49, 0x49, 42, 0, 8, 0, 0, 0],
          [0x4d, 0x4d, 0, 43, 0, 8, 0, 0],
          [0xff, 0xd8, 0xff, 0xe0],
        ]) {
          expect(pixelHeights(Uint8Array.from([...head, ...bytes]), format, 2).every(Number.isFinite)).toBe(true);
        }
      }),
    );
  });
});

/** A TIFF of one channel whose values are 32-bit fractions. */
function asFloats(width: number, height: number, value: number): Uint8Array {
  const strip = Buffer.from(Float32Array.from({ length: width * height }, () => value).buffer);
  const bytes = Buffer.from(tiff([{ width, height, compression: 1, strip, more: { 339: 3 } }]));
  const set = (tag: number, to: number): number =>
    bytes.writeUInt16LE(to, bytes.indexOf(Buffer.from([tag % 256, tag >> 8, 3, 0])) + 8);
  set(258, 32);
  set(262, 1);
  return bytes;
}
