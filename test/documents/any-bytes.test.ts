import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { faxErrorById } from '../../src/model/domain/fax-error.ts';
import { documentsForTests, emptyPdf, file, look } from './support.ts';
import { repeats } from '../support/soak.ts';

const documents = documentsForTests({ threads: 1 });

const heads = [
  '',
  '%PDF-1.7\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'II*\0\x08\0\0\0',
  'MM\0*',
  'PK\x03\x04',
  '<html>',
  '<?xml',
  '\xff\xfe',
];
const names = [
  '',
  'a',
  'a.pdf',
  'a.png',
  'a.jpg',
  'a.tif',
  'a.txt',
  'a.html',
  'a.docx',
  'a.xml',
  '../../a.PDF',
  '\u0000.pdf',
];

test('any bytes under any name are converted, or fail with an error of the service', async () => {
  const bytes = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2000 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest]));
  await fc.assert(
    fc.asyncProperty(bytes, fc.oneof(fc.constantFrom(...names), fc.string()), async (content, name) => {
      const conversion = await documents.convert([file(name, content)]);
      if (conversion.ok) expect(await look(conversion.pdf)).toHaveLength(conversion.pages);
      else expect(faxErrorById(conversion.errorId)?.type).toBe('documentConversionError');
    }),
    { numRuns: repeats(20, 2000) },
  );
});

test('a PDF with any of its bytes changed is converted, or fails with an error of the service', async () => {
  const pdf = await emptyPdf([
    [300, 300],
    [300, 300],
  ]);
  pdf.getPage(0).drawText('Hello');
  const original = Buffer.from(await pdf.save({ useObjectStreams: false }));
  const changes = fc.array(fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.integer({ min: 20, max: original.length }), async (bytes, length) => {
      const changed = Buffer.from(original.subarray(0, length));
      for (const [at, byte] of bytes) if (at < length) changed[at] = byte;
      const conversion = await documents.convert([file('a.pdf', changed)]);
      if (conversion.ok) {
        expect(await look(conversion.pdf)).toHaveLength(conversion.pages);
        await documents.stampHeader(conversion.pdf, {
          timeZone: 'America/Chicago',
          hasPageNumbers: true,
          text: '-',
          at: '2026-11-20T12:00:00.000Z',
          from: '',
          to: '',
        });
        await documents.thumbnail(conversion.pdf, 's');
      } else expect(conversion.errorId).not.toBe(69);
    }),
    { numRuns: repeats(20, 2000) },
  );
});
