import { describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { withPdf } from '../../src/documents/raster.ts';
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

  test('move the words that follow them, and leave the other column where it is', async () => {
    const line = 'Hello {{to_name}} and {{missing}} friends' + ' '.repeat(20) + 'Page {{page}}';
    const filled = await fillTags(await pdfOf(line), { to_name: 'Ada Lovelace of the long name', page: '7' });
    const runs = await withPdf(filled, (open) => Promise.resolve(open.textRuns(0)));
    const placed = runs.map(({ text, boxes: [first] }) => ({ text: text.trim(), left: Math.round(first!.left) }));
    const [hello, value, page, seven] = [/^Hello/, /^Ada/, /^Page/, /^7/].map((start) =>
      placed.find(({ text }) => start.test(text)),
    );
    expect(value?.text).toBe('Ada Lovelace of the long name and friends');
    expect(hello?.left).toBeLessThan(value!.left);
    expect(seven?.left).toBeGreaterThan(page!.left);
  });

  test('leave a PDF without tags as it is', async () => {
    const pdf = await pdfOf('Nothing to fill in');
    expect(await fillTags(pdf, { to: 'x' })).toBe(pdf);
  });
});
