import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { documentsForTests, file, look, pdfOf } from './support.ts';

const documents = documentsForTests({ threads: 1 });

/** A JPEG whose left half is black; without the head of JFIF, as scanners write it. */
async function halfBlack(width = 200, height = 300): Promise<Buffer> {
  const black = { create: { width: width / 2, height, channels: 3, background: 'black' } } as const;
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([{ input: await sharp(black).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
}

type Entry = readonly [tag: number, type: number, value: number];

/** A TIFF of frames with old-style JPEG. `entriesOf` gives the place of each frame's JPEG its tags. */
function oldTiff(jpegs: readonly Buffer[], entriesOf: (place: number, length: number) => readonly Entry[]): Buffer {
  const parts: Buffer[] = [Buffer.from('49492a0008000000', 'hex')];
  let start = 8;
  for (const [index, jpeg] of jpegs.entries()) {
    const own: readonly Entry[] = [
      ...([
        [256, 4, 200],
        [257, 4, 300],
        [258, 3, 8],
        [259, 3, 6],
        [262, 3, 6],
        [277, 3, 3],
      ] as const),
      ...entriesOf(0, jpeg.length),
    ];
    const size = 2 + own.length * 12 + 4;
    const entries = [...own.slice(0, 6), ...entriesOf(start + size, jpeg.length)].sort(([one], [other]) => one - other);
    const directory = Buffer.alloc(size);
    directory.writeUInt16LE(entries.length, 0);
    for (const [at, [tag, type, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + at * 12);
      directory.writeUInt16LE(type, 4 + at * 12);
      directory.writeUInt32LE(1, 6 + at * 12);
      directory.writeUInt32LE(value, 10 + at * 12);
    }
    const end = start + size + jpeg.length + (jpeg.length % 2);
    directory.writeUInt32LE(index === jpegs.length - 1 ? 0 : end, size - 4);
    parts.push(directory, jpeg, Buffer.alloc(jpeg.length % 2));
    start = end;
  }
  return Buffer.concat(parts);
}

async function faxed(bytes: Uint8Array) {
  return look(pdfOf(await documents.convert([file('scan.tif', bytes)])));
}

describe('a TIFF with old-style JPEG, as office scanners write it', () => {
  test.each<[string, Parameters<typeof oldTiff>[1]]>([
    [
      'at the place of the JPEG',
      (place, length) => [
        [513, 4, place],
        [514, 4, length],
      ],
    ],
    ['at that place without a length', (place) => [[513, 4, place]]],
    [
      'as the only strip',
      (place, length) => [
        [273, 4, place],
        [279, 4, length],
      ],
    ],
    [
      'at both',
      (place, length) => [
        [273, 4, place],
        [279, 4, length],
        [513, 4, place],
        [514, 4, length],
      ],
    ],
  ])('is faxed %s, with each of its frames', async (_where, entriesOf) => {
    const pages = await faxed(oldTiff([await halfBlack(), await halfBlack(200, 400)], entriesOf));
    expect(pages).toHaveLength(2);
    for (const page of pages) expect([page.grey(0.45, 0.2), page.grey(0.55, 0.2)]).toEqual([0, 255]);
  });

  test('is turned as its directory says', async () => {
    const bytes = oldTiff([await halfBlack()], (place, length) => [
      [274, 3, 6],
      [513, 4, place],
      [514, 4, length],
    ]);
    const [page] = await faxed(bytes);
    // The left half is above after a turn to the right.
    expect([page!.grey(0.5, 0.1), page!.grey(0.5, 0.25)]).toEqual([0, 255]);
  });

  test('fails as a broken image where there are only tables, or nothing', async () => {
    const jpeg = await halfBlack();
    const tables = jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])));
    for (const one of [tables, Buffer.alloc(20)]) {
      const converted = await documents.convert([
        file(
          'scan.tif',
          oldTiff([one], (place, length) => [
            [513, 4, place],
            [514, 4, length],
          ]),
        ),
      ]);
      expect(converted).toMatchObject({ ok: false, reason: expect.stringContaining('cannot be read') });
    }
  });
});
