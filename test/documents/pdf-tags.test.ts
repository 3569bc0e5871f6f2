import { describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { fillTags } from '../../src/documents/pdf-tags.ts';
import { pageTexts } from '../../src/documents/page-picture.ts';

/** A PDF of one page with these lines. */
async function pdfOf(...lines: string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([612, 792]);
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 72, y: 700 - 30 * at, size: 12, font });
  return document.save();
}

describe('the tags of a cover page', () => {
  test('are replaced by their values where they stand', async () => {
    const filled = await fillTags(await pdfOf('To: {{to}}', 'Pages: {{pageCount}}'), {
      to: '+12025550123',
      pageCount: '3',
    });
    const [text = ''] = await pageTexts(filled);
    expect(text).toContain('+12025550123');
    expect(text).toMatch(/Pages:.*3/s);
  });

  test('are found whatever the case of their names', async () => {
    const [text] = await pageTexts(await fillTags(await pdfOf('{{toName}}'), { toname: 'Ada' }));
    expect(text).toContain('Ada');
  });

  test('leave a PDF without tags as it is', async () => {
    const pdf = await pdfOf('Nothing to fill in');
    expect(await fillTags(pdf, { to: 'x' })).toBe(pdf);
  });
});
