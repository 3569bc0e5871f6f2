import { inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import type { SampleFacts } from '../../src/documents/documents.ts';
import { kinds } from '../../src/fiction/kinds.ts';
import { partyOfNumber, personBehind } from '../../src/fiction/parties.ts';
import { documentsForTests, look } from './support.ts';

const documents = documentsForTests();

const facts: SampleFacts = {
  id: 323_000_042,
  direction: 'sent',
  createdAt: Date.parse('2026-03-04T16:20:30Z'),
  from: '+12255550142',
  to: ['+15045550107'],
  callerName: null,
  tags: { customer: 'Lakeside Family Clinic', case: 'C-41007' },
  barcodes: [],
  pages: 1,
};
const received: SampleFacts = { ...facts, direction: 'received', tags: {}, to: ['+12255550101'] };

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const withoutCount = (text: string): string => oneLine(text).replaceAll(/Page \d+ of \d+|sheet \d+/gi, '');

describe.each(kinds)('the document of the kind %s', (kind) => {
  const of = (changed: Partial<SampleFacts> = {}) =>
    documents.sample({ ...facts, tags: { ...facts.tags, type: kind }, ...changed });

  test('has as many pages as the fax, none of them twice', async () => {
    const pages = await look(await of({ pages: 15 }));
    expect(pages).toHaveLength(15);
    expect(new Set(pages.map(({ text }) => withoutCount(text))).size).toBe(15);
  });

  test('names its sender, its addressee or case, and the date', async () => {
    const [page] = await look(await of());
    const text = oneLine(page?.text ?? '').toLowerCase();
    expect(text).toContain('lakeside family clinic');
    expect(text).toMatch(/march 4, 2026|03\/0[1-4]\/2026/);
    const told = [partyOfNumber('+15045550107').name, personBehind('C-41007').name, 'C-41007'];
    expect(told.some((words) => text.includes(words.toLowerCase()))).toBe(true);
  });

  test('is the same for the same fax, and another for another', async () => {
    const [one, two, other] = await Promise.all([of(), of(), of({ id: 323_000_043 })]);
    expect(Buffer.compare(one, two)).toBe(0);
    expect(Buffer.compare(one, other)).not.toBe(0);
  });

  test('takes less than 60 kB for two pages', async () => {
    expect((await of({ pages: 2 })).length).toBeLessThan(60_000);
  });
});

test('documents of different kinds differ in more than a title', async () => {
  const texts = await Promise.all(
    kinds.map(async (type) => (await look(await documents.sample({ ...facts, tags: { type } })))[0]?.text ?? ''),
  );
  const words = texts.map((text) => new Set(text.split(/\s+/)));
  const shared = (one: Set<string>, other: Set<string>): number =>
    [...one].filter((word) => other.has(word)).length / Math.min(one.size, other.size);
  const pairs = words.flatMap((one, index) => words.slice(index + 1).map((other) => shared(one, other)));
  expect(Math.max(...pairs)).toBeLessThan(0.8);
});

test('a kind that is not in the tags follows from the sender', async () => {
  const [page] = await look(await documents.sample({ ...facts, tags: { customer: 'Prairie Diagnostics' } }));
  expect(page?.text).toMatch(/Laboratory report|Invoice/);
});

test('a number abroad has groups of digits as in its country', async () => {
  const abroad = { to: ['+442079460018'], tags: { customer: 'Lakeside Family Clinic', type: 'cover sheet' } };
  const [page] = await look(await documents.sample({ ...facts, ...abroad }));
  expect(page?.text).toContain('+44 20 7946 0018');
});

test('text in any script is written, be it of a tag or a caller', async () => {
  const tags = { customer: 'Клиника Здоровье', department: '日本語 مكتب', type: 'cover sheet' };
  const [page] = await look(await documents.sample({ ...facts, tags, callerName: 'Größe' }));
  expect(page?.text).toContain('Клиника Здоровье');
});

describe('a received document', () => {
  test('is a picture of one bit for each pixel, at 204 × 196 dpi', async () => {
    const pdf = await PDFDocument.load(await documents.sample({ ...received, pages: 2 }));
    const images = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
      .filter(({ dict }) => dict.get(PDFName.of('Subtype')) === PDFName.of('Image'));
    expect(images).toHaveLength(2);
    for (const { dict, contents } of images) {
      const told = ['Width', 'Height', 'BitsPerComponent'].map((name) => String(dict.get(PDFName.of(name))));
      expect(told).toEqual(['1734', '2156', '1']);
      expect(inflateSync(contents)).toHaveLength(Math.ceil(1734 / 8) * 2156);
    }
  });

  test('takes at most 50 kB a page, however many there are', async () => {
    const pdf = await documents.sample({ ...received, pages: 4 });
    expect(pdf.length / 4).toBeLessThan(50_000);
  });

  test('is the same for the same fax, and another for another', async () => {
    const [one, two, other] = await Promise.all(
      [received, received, { ...received, id: 1 }].map((each) => documents.sample(each)),
    );
    expect(Buffer.compare(one!, two!)).toBe(0);
    expect(Buffer.compare(one!, other!)).not.toBe(0);
  });

  test.each([
    ['Code128', 'INV-447733', null, 'Code128'],
    ['DataMatrix', 'DN-120981', null, 'DataMatrix'],
    ['PhaxCode', 'Xy-09_abCZ', 'case C-12345', 'Code128'],
  ] as const)('bears its %s on its page, where it can be read', async (type, value, metadata, found) => {
    const barcodes = [{ type, page: 2, value, metadata }];
    const pdf = await documents.sample({ ...received, pages: 3, barcodes });
    expect(await documents.findBarcodes(pdf)).toEqual([{ type: found, page: 2, value }]);
  });
});
