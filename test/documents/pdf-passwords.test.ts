import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { documentsForTests, file, look, pdfOf } from './support.ts';

const documents = documentsForTests();

/** A page whose left half is black, encrypted by other people's programs; each revision has its own key. */
const locked = async (name: string) => file('a.pdf', await readFile(`test/documents/locked/${name}.pdf`));

describe('a PDF with a user password', () => {
  test.each(['r3', 'r5', 'r6'])('and an empty one of its owner is faxed: %s', async (name) => {
    const [page] = await look(pdfOf(await documents.convert([await locked(name)])));
    expect([page!.grey(0.25, 0.5), page!.grey(0.75, 0.5)]).toEqual([0, 255]);
  });

  test('and one of its owner is refused', async () => {
    expect(await documents.convert([await locked('two-passwords')])).toEqual({
      ok: false,
      errorId: 133,
      reason: 'The PDF cannot be read: Password required or incorrect password',
    });
  });
});
