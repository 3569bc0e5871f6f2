import { describe, expect, test } from '@jest/globals';
import { documentsForTests, file, look, pdfOf } from './support.ts';

const documents = documentsForTests({ threads: 1 });

/** A PDF of one page, 400 by 200 points, with widgets that have no appearances. The objects are numbered from 5 up. */
function formWith(fields: string, annotations: string, ...objects: string[]): Buffer {
  const all = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/DA(/Helv 0 Tf 0 g)>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Resources<<>>/Annots[${annotations}]/Contents 4 0 R>>`,
    '<</Length 0>>stream\n\nendstream',
    ...objects,
  ];
  const lines = all.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.7\n${lines.join('')}trailer\n<</Root 1 0 R>>\n%%EOF`, 'latin1');
}

const widget = (entries: string, left = 0): string =>
  `<</Type/Annot/Subtype/Widget/F 4/Rect[${left + 50} 50 ${left + 150} 150]${entries}>>`;

async function faxed(bytes: Uint8Array) {
  const [page] = await look(pdfOf(await documents.convert([file('form.pdf', bytes)])));
  /** The part of a square that is dark; `left`: its left edge in points. */
  const ink = (left: number): number => {
    const greys = Array.from({ length: 80 * 80 }, (_, at) =>
      page!.grey((left + 60 + (at % 80)) / 400, (60 + Math.floor(at / 80)) / 200),
    );
    return greys.filter((grey) => grey < 128).length / greys.length;
  };
  return { page: page!, ink };
}

const box = '/FT/Btn/T(a)';

describe('a button without an appearance', () => {
  test.each([
    ['its state', formWith('5 0 R', '5 0 R', widget(`${box}/AS/On`))],
    ['its state, whatever it is called', formWith('5 0 R', '5 0 R', widget(`${box}/AS/J#61#20Ja`))],
    ['its state, which goes before its value', formWith('5 0 R', '5 0 R', widget(`${box}/AS/On/V/Off`))],
    ['its value', formWith('5 0 R', '5 0 R', widget(`${box}/V/On`))],
    ['the value of its field', formWith('6 0 R', '5 0 R', widget('/Parent 6 0 R'), `<<${box}/V/Chosen/Kids[5 0 R]>>`)],
    ['its state as a radio button', formWith('5 0 R', '5 0 R', widget(`${box}/Ff 32768/AS/1`))],
  ])('is on by %s', async (_how, bytes) => {
    expect((await faxed(bytes)).ink(0)).toBeGreaterThan(0.1);
  });

  test.each([
    ['its state', widget(`${box}/AS/Off/V/On`)],
    ['its value', widget(`${box}/V/Off`)],
    ['nothing', widget(box)],
  ])('is off by %s', async (_how, object) => {
    expect((await faxed(formWith('5 0 R', '5 0 R', object))).ink(0)).toBe(0);
  });

  test.each([
    ['the state of each', '/AS/Off', '/AS/b', ''],
    ['their number', '', '', '/V/1'],
    ['their export values', '', '', '/V/second/Opt[(first)(second)]'],
  ])('is the one that is chosen of two, by %s', async (_how, first, second, value) => {
    const kids = [widget(`/Parent 7 0 R${first}`), widget(`/Parent 7 0 R${second}`, 200)];
    const field = `<<${box}/Ff 32768/Kids[5 0 R 6 0 R]${value}>>`;
    const { ink } = await faxed(formWith('7 0 R', '5 0 R 6 0 R', ...kids, field));
    expect([ink(0), ink(200) > 0.1]).toEqual([0, true]);
  });

  test.each([
    ['a box', '', 0],
    ['a radio button', '/Ff 32768', 255],
  ])('has its ground and its border as %s, on or off', async (_what, flags, corner) => {
    const looks = '/MK<</BG[0.5]/BC[0]>>/BS<</W 8>>';
    const { page } = await faxed(formWith('5 0 R', '5 0 R', widget(`${box}${flags}${looks}/AS/Off`)));
    expect(page.grey(100 / 400, 100 / 200)).toBe(128);
    expect(page.grey(53 / 400, 100 / 200)).toBe(0);
    expect(page.grey(53 / 400, 53 / 200)).toBe(corner);
  });

  test('has the sign that its caption chooses', async () => {
    const inks = await Promise.all(
      ['4', 'l', '8', 'u', 'n', 'H'].map(async (sign) => {
        const { ink } = await faxed(formWith('5 0 R', '5 0 R', widget(`${box}/AS/On/MK<</CA(${sign})>>`)));
        return ink(0).toFixed(3);
      }),
    );
    expect(new Set(inks).size).toBe(6);
  });

  test('has its caption, ground and border as a push button', async () => {
    const looks = '/MK<</BG[0.9]/BC[0]/CA(Send now)>>/DA(/Helv 12 Tf 0 g)';
    const { page } = await faxed(formWith('5 0 R', '5 0 R', widget(`${box}/Ff 65536${looks}`)));
    expect(page.text).toContain('Send now');
    expect(page.grey(60 / 400, 60 / 200)).toBeLessThan(255);
  });

  test.each([
    ['a box', '/AS/Off', ''],
    ['a push button', '/Ff 65536', ''],
    ['a text', '/FT/Tx/V()', ''],
    ['a text with the older form of borders', '/FT/Tx/V()', '/Border[0 0 1]'],
  ])('has a border of the usual width as %s', async (_what, entries, border) => {
    const { page } = await faxed(
      formWith(
        '5 0 R',
        '5 0 R',
        widget(
          `/FT/Btn/T(a)/DA(/Helv 12 Tf 0 g)/MK<</BC[0]>>${entries}${border}`.replace(/^\/FT\/Btn(?=.*\/FT\/Tx)/, ''),
        ),
      ),
    );
    const edge = Array.from({ length: 4 }, (_, at) => page.grey((48.5 + at) / 400, 100 / 200));
    expect(Math.min(...edge)).toBeLessThan(140);
    expect(page.grey(100 / 400, 100 / 200)).toBe(255);
  });
});
