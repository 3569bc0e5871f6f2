import { describe, expect, test } from '@jest/globals';
import { degrees } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import sharp from 'sharp';
import { documentsForTests, emptyPdf, file, look, pdfOf } from './support.ts';
import { repeats } from '../support/soak.ts';

const documents = documentsForTests({ threads: 1 });
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const identifiers = fc.string({ unit: fc.constantFrom(...characters.split('')), minLength: 10, maxLength: 10 });

describe('the picture of a PhaxCode', () => {
  test('is a PNG of 368 by 62 pixels, 8-bit RGB, of a few hundred bytes, as recorded', async () => {
    const png = await documents.drawPhaxCode('zGdRkLaYVc');
    const { format, width, height, channels, depth, isPalette } = await sharp(png).metadata();
    expect({ format, width, height, channels, depth }).toEqual({
      ...{ format: 'png', width: 368, height: 62, channels: 3, depth: 'uchar' },
    });
    expect(isPalette).toBe(false);
    expect(png.length).toBeLessThan(400);
  });

  test('has the same bytes for the same identifier, and others for another', async () => {
    const [one, again, other] = await Promise.all(
      ['zGdRkLaYVc', 'zGdRkLaYVc', 'zGdRkLaYVd'].map((identifier) => documents.drawPhaxCode(identifier)),
    );
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
  });

  test.each(['FqEFAJd31o', '----------', '0123456789', '__________', 'a1b2c3d4e5'])(
    'of %s is read back',
    async (value) => {
      const pdf = pdfOf(await documents.convert([file('code.png', await documents.drawPhaxCode(value))]));
      expect(await documents.findBarcodes(pdf)).toEqual([{ type: 'Code128', page: 1, value }]);
    },
  );
});

describe('a PhaxCode that is printed', () => {
  test('is read back, whatever its identifier', async () => {
    await fc.assert(
      fc.asyncProperty(identifiers, async (value) => {
        const pdf = await (await emptyPdf([[612, 792]])).save();
        const printed = await documents.printPhaxCode(pdf, value, { x: 100, y: 500, page: 1 });
        expect(await documents.findBarcodes(printed)).toEqual([{ type: 'Code128', page: 1, value }]);
      }),
      { numRuns: repeats(5, 200), seed: 7 },
    );
  });

  test('is on the page that was asked for alone, with the rest as it was', async () => {
    const pdf = pdfOf(await documents.convert([{ kind: 'text', text: 'one\ftwo\fthree' }]));
    const printed = await documents.printPhaxCode(pdf, 'FqEFAJd31o', { x: 300, y: 20, page: 2 });
    expect(await documents.findBarcodes(printed)).toEqual([{ type: 'Code128', page: 2, value: 'FqEFAJd31o' }]);
    expect((await look(printed)).map(({ text }) => text.trim())).toEqual(['one', 'two', 'three']);
  });

  test('survives the header of a transmission', async () => {
    const pdf = pdfOf(await documents.convert([{ kind: 'text', text: 'Body' }]));
    const printed = await documents.printPhaxCode(pdf, 'FqEFAJd31o', { x: 380, y: 730, page: 1 });
    const header = {
      timeZone: 'America/Chicago',
      hasPageNumbers: true,
      text: '-',
      at: '2026-11-20T12:00:00.000Z',
      from: '+18773346654',
      to: '+15550100100',
    };
    const stamped = await documents.stampHeader(printed, header);
    expect(await documents.findBarcodes(stamped)).toMatchObject([{ value: 'FqEFAJd31o' }]);
  });

  test.each([0, 90, 180, 270])('stands where it is wanted as the page is seen, turned by %d degrees', async (angle) => {
    const source = await emptyPdf([[612, 792]]);
    source.getPage(0).setCropBox(50, 60, 500, 600);
    source.getPage(0).setRotation(degrees(angle));
    const printed = await documents.printPhaxCode(await source.save(), 'FqEFAJd31o', { x: 40, y: 30, page: 1 });
    const [seen] = await look(printed);
    const { width, height, grey } = seen!;
    const black = Array.from({ length: Math.floor(width) * Math.floor(height) }, (_, index) => ({
      x: index % Math.floor(width),
      y: Math.floor(height) - 1 - Math.floor(index / Math.floor(width)),
    })).filter(({ x, y }) => grey((x + 0.5) / width, 1 - (y + 0.5) / height) < 100);
    const [xs, ys] = [black.map(({ x }) => x), black.map(({ y }) => y)];
    // 145 points of bars in the middle of 184, and 25 in that of 31.
    expect(Math.abs(Math.min(...xs) - 59)).toBeLessThanOrEqual(2);
    expect(Math.abs(Math.max(...xs) - 204)).toBeLessThanOrEqual(2);
    expect(Math.abs(Math.min(...ys) - 33)).toBeLessThanOrEqual(2);
    expect(Math.abs(Math.max(...ys) - 58)).toBeLessThanOrEqual(2);
  });

  test.each([
    [{ x: 0, y: 0, page: 2 }, 'there is no page 2, only 1'],
    [{ x: 612, y: 0, page: 1 }, 'page 1 is only 612 × 792 points large'],
    [{ x: 0, y: 792, page: 1 }, 'page 1 is only 612 × 792 points large'],
  ])('cannot be at %j', async (place, reason) => {
    const pdf = await (await emptyPdf([[612, 792]])).save();
    await expect(documents.printPhaxCode(pdf, 'FqEFAJd31o', place)).rejects.toThrow(reason);
  });

  test('cannot be in what is no PDF', async () => {
    const place = { x: 0, y: 0, page: 1 };
    await expect(documents.printPhaxCode(Buffer.from('x'), 'FqEFAJd31o', place)).rejects.toThrow();
  });
});
