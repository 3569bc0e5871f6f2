import { constants, crc32, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { faxErrorById } from '../../src/model/domain/fax-error.ts';
import { repeats } from '../support/soak.ts';
import { documentsForTests, emptyPdf, file } from './support.ts';
import { tiff } from './tiff.ts';

const documents = documentsForTests({ memoryMb: 400, timeoutMs: 60_000, threads: 1 });
const junk = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256));

const image = (format: 'gif' | 'webp' | 'png' | 'tiff') =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

async function encryptedPdf(): Promise<Uint8Array> {
  const pdf = await emptyPdf([[300, 300]]);
  pdf.encrypt({ userPassword: 'user', ownerPassword: 'owner' });
  return pdf.save();
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function hugePng(): Buffer {
  const header = Buffer.from([0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0, 8, 0, 0, 0, 0]);
  const data = deflateSync(Buffer.alloc(1_000_000));
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]), ...chunks]);
}

const mib = 1024 ** 2;

/** A zlib stream of so many MiB of spaces, put together from blocks of one: to compress all of them takes seconds. */
function deflatedSpaces(mebibytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(mib, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([Buffer.from('789c', 'hex'), ...Array<Buffer>(mebibytes).fill(block), end, adlerOf(mebibytes)]);
}

/** The checksum of so many MiB of spaces, as zlib has it. */
function adlerOf(mebibytes: number): Buffer {
  const [length, space, modulus] = [BigInt(mebibytes * mib), 32n, 65_521n];
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(Number((length + (space * length * (length + 1n)) / 2n) % modulus), 0);
  sum.writeUInt16BE(Number((1n + space * length) % modulus), 2);
  return sum;
}

test('the spaces of a bomb are those that zlib would have compressed', () => {
  expect(inflateSync(deflatedSpaces(3)).equals(Buffer.alloc(3 * mib, ' '))).toBe(true);
});

/** A PDF whose only object stream is a gigabyte of spaces, a megabyte here. */
function pdfBomb(): Buffer {
  const stream = deflatedSpaces(1024);
  const head = `%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`;
  const tail = '\nendstream\nendobj\ntrailer\n<</Root 2 0 R/Size 3>>\nstartxref\n0\n%%EOF\n';
  return Buffer.concat([Buffer.from(head), stream, Buffer.from(tail)]);
}

const pages = repeats(1001, 10_000);

async function manyPages(): Promise<Uint8Array> {
  return (await emptyPdf(Array.from({ length: pages }, (): [number, number] => [100, 100]))).save();
}

const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0'), Buffer.alloc(40)]);
const nested = `%PDF-1.4\n1 0 obj\n${'['.repeat(200_000)}${']'.repeat(200_000)}\nendobj\n%%EOF`;

describe.each<[string, string, number, () => Promise<Uint8Array | string> | Uint8Array | string]>([
  ['a file of an unknown type', 'data.bin', 128, () => junk],
  ['a file without a name and type', '', 128, () => junk],
  ['bytes that are no text under its name', 'letter.txt', 128, () => junk],
  ['six bytes that are no text', 'data', 128, () => Buffer.from('00010203fffe', 'hex')],
  ['numbers of 16 bits', 'data', 128, () => Buffer.from(Uint16Array.from([1, 2, 300, 4, 500, 6]).buffer)],
  ['numbers after a byte order mark', 'data', 128, () => Buffer.from('feff00010203fffe', 'hex')],
  ['an empty file', 'empty.pdf', 128, () => ''],
  ['a GIF', 'a.gif', 129, () => image('gif')],
  ['a GIF that is named a PNG', 'a.png', 129, () => image('gif')],
  ['a WebP', 'a.webp', 129, () => image('webp')],
  ['a ZIP', 'a.zip', 129, () => zip],
  ['a Word document', 'a.docx', 129, () => zip],
  [
    'an old Word document',
    'a.doc',
    129,
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
  ],
  ['an OpenDocument text', 'a.odt', 129, () => Buffer.concat([zip, junk])],
  ['RTF', 'a.rtf', 129, () => '{\\rtf1\\ansi Hello}'],
  ['SVG', 'a.svg', 129, () => '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['PostScript', 'a.ps', 129, () => '%!PS-Adobe-3.0\nshowpage'],
  ['XML', 'a.xml', 130, () => '<?xml version="1.0"?><a/>'],
  ['XML without a declaration', 'a.xml', 130, () => '<a/>'],
  ['a PDF that is none', 'a.pdf', 133, () => `%PDF-1.4\n${junk.toString('latin1')}`],
  ['junk that is named a PDF', 'a.pdf', 133, () => junk],
  ['a PDF that needs a password', 'a.pdf', 133, encryptedPdf],
  [
    'a PDF without pages',
    'a.pdf',
    133,
    () => '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF',
  ],
  ['a PDF of arrays in arrays', 'a.pdf', 133, () => nested],
  ['junk that is named a JPEG', 'a.jpeg', 4, () => junk],
  ['half of a PNG', 'a.png', 4, async () => (await image('png')).subarray(0, 200)],
  ['half of a TIFF', 'a.tif', 4, async () => (await image('tiff')).subarray(0, 200)],
  [
    'a TIFF whose frame is cut',
    'a.tif',
    4,
    () => tiff([{ width: 1728, height: 100, compression: 1, strip: new Uint8Array(9) }]),
  ],
  ['a PNG of 100,000 by 100,000 dots', 'a.png', 69, hugePng],
  [`a PDF of ${pages} pages`, 'a.pdf', 69, manyPages],
  ['a text of 1,001 pages', 'a.txt', 69, () => 'x\f'.repeat(1000) + 'x'],
  ['20 MB of HTML', 'a.html', 69, () => '<p>Hello</p>'.repeat(1_750_000)],
  [
    '200,000 elements within each other',
    'a.html',
    69,
    () => `<html>${'<div>'.repeat(200_000)}${'</div>'.repeat(200_000)}`,
  ],
  ['a PDF that grows to a gigabyte', 'a.pdf', 69, pdfBomb],
])('%s', (_name, filename, errorId, make) => {
  test(`fails with ${errorId}, and the next document is converted`, async () => {
    const conversion = await documents.convert([{ kind: 'text', text: 'before' }, file(filename, await make())]);
    expect({ ...conversion, pdf: null }).toEqual({
      pdf: null,
      ok: false,
      errorId,
      reason: expect.stringMatching(/^[A-Z"].{20,}/),
    });
    expect(faxErrorById(errorId)?.type).toBe('documentConversionError');
    expect(await documents.convert([{ kind: 'text', text: 'after' }])).toMatchObject({ ok: true, pages: 1 });
  });
});

test('elements within elements within elements are no danger', async () => {
  const html = '<div><table><tr><td>'.repeat(10_000) + 'deep';
  expect(await documents.convert([{ kind: 'html', text: html }])).toMatchObject({ ok: true });
});

test('nothing to convert fails', async () => {
  expect(await documents.convert([])).toMatchObject({ ok: false, errorId: 4 });
});

test.each([
  ['thumbnail', () => documents.thumbnail(junk, 's')],
  [
    'header',
    () =>
      documents.stampHeader(junk, {
        timeZone: 'America/Chicago',
        hasPageNumbers: true,
        text: '',
        at: '2026-11-20T12:00:00.000Z',
        from: '',
        to: '',
      }),
  ],
  ['barcodes', () => documents.findBarcodes(junk)],
])('a file that is no PDF has no %s', async (_name, call) => {
  await expect(call()).rejects.toThrow();
});
