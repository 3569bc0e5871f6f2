import { describe, expect, test } from '@jest/globals';
import { PDFBool, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFForm, PDFPage } from '@cantoo/pdf-lib';
import { documentsForTests, file, look, pdfOf } from './support.ts';

const documents = documentsForTests({ threads: 1 });

/** The only page of a PDF, as it is faxed. */
async function faxed(bytes: Uint8Array) {
  const pdf = pdfOf(await documents.convert([file('form.pdf', bytes)]));
  const [page] = await look(pdf);
  return { pdf, page: page! };
}

async function formWith(fill: (form: PDFForm, page: PDFPage, document: PDFDocument) => void | Promise<void>) {
  const document = await PDFDocument.create();
  const page = document.addPage([600, 800]);
  await fill(document.getForm(), page, document);
  return document;
}

/** A field from a quarter of the page to its half, high as a tenth of it, whose middle is a third from the top. */
const place = { x: 150, y: 500, width: 150, height: 80, backgroundColor: rgb(0, 0, 0), borderWidth: 0 };
const middle = [0.375, 260 / 800] as const;

describe('a form that is faxed', () => {
  test('has the values of its text fields, in picture and file', async () => {
    const document = await formWith((form, page) => {
      const field = form.createTextField('name');
      field.setText('Ada Lovelace');
      field.addToPage(page, { ...place, backgroundColor: rgb(1, 1, 1) });
    });
    const { page, pdf } = await faxed(await document.save());
    expect(page.text).toContain('Ada Lovelace');
    expect((await PDFDocument.load(pdf)).getPages()[0]?.node.Annots()?.size() ?? 0).toBe(0);
  });

  test('has its ticked boxes, and no tick where none is', async () => {
    const tick = async (isTicked: boolean) => {
      const document = await formWith((form, page) => {
        const box = form.createCheckBox('agree');
        box.addToPage(page, { ...place, backgroundColor: rgb(1, 1, 1), textColor: rgb(0, 0, 0) });
        if (isTicked) box.check();
      });
      const { page } = await faxed(await document.save());
      const row = Array.from({ length: 60 }, (_, at) => page.grey(0.26 + at * 0.0039, middle[1]));
      return Math.min(...row);
    };
    expect([await tick(true), await tick(false)]).toEqual([expect.any(Number), 255]);
    expect(await tick(true)).toBeLessThan(100);
  });

  test('has values whose appearance it leaves to its reader', async () => {
    const document = await formWith((form, page) => {
      const field = form.createTextField('name');
      field.addToPage(page, { ...place, backgroundColor: rgb(1, 1, 1) });
      const { dict } = field.acroField;
      dict.set(PDFName.of('V'), PDFString.of('Grace Hopper'));
      for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
      form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
    });
    expect((await faxed(await document.save({ updateFieldAppearances: false }))).page.text).toContain('Grace Hopper');
  });

  test.each([false, true])(
    'has values in letters that the usual font of forms lacks, on several lines: %s',
    async (isLong) => {
      const name = isLong ? 'Łukasz Žižka lives in Łódź, Ωmega Street, and has no fax at home' : 'Łukasz Žižka';
      const document = await formWith((form, page) => {
        const field = form.createTextField('name');
        if (isLong) field.enableMultiline();
        field.addToPage(page, { ...place, backgroundColor: rgb(1, 1, 1) });
        if (isLong) field.enableMultiline();
        field.setFontSize(10);
        field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText(name));
        form.acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
      });
      const { page } = await faxed(await document.save({ updateFieldAppearances: false }));
      expect(page.text.replace(/\s+/g, ' ').trim()).toBe(name);
    },
  );

  test('has an appearance in its rectangle, whatever its own box and matrix are', async () => {
    const document = await formWith((form, page, { context }) => {
      const field = form.createButton('seal');
      field.addToPage('', page, place);
      const stream = context.stream('0 0 0 rg 100 100 50 50 re f', {
        ...{ Type: 'XObject', Subtype: 'Form', BBox: [100, 100, 150, 150], Matrix: [0, 1, -1, 0, 7, 9] },
      });
      const ref = context.register(stream);
      for (const widget of field.acroField.getWidgets()) widget.dict.set(PDFName.of('AP'), context.obj({ N: ref }));
    });
    const { page } = await faxed(await document.save({ updateFieldAppearances: false }));
    expect([page.grey(...middle), page.grey(0.26, 0.29), page.grey(0.49, 0.36)]).toEqual([0, 0, 0]);
    expect([page.grey(0.24, middle[1]), page.grey(0.51, middle[1])]).toEqual([255, 255]);
  });

  test('has no hidden fields', async () => {
    const document = await formWith((form, page) => {
      const field = form.createTextField('secret');
      field.setText('hidden');
      field.addToPage(page, place);
      for (const widget of field.acroField.getWidgets()) widget.setFlags(2);
    });
    const { page } = await faxed(await document.save());
    expect(page.text).not.toContain('hidden');
    expect(page.grey(...middle)).toBe(255);
  });
});

/** A page with the words of each layer; `off` are switched off, by their list or by the state of all others. */
async function layered(config: (layers: Readonly<Record<string, unknown>>) => object): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const layers = Object.fromEntries(
    ['seen', 'unseen'].map((name) => [name, context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name) }))]),
  );
  const page = document.addPage([600, 800]);
  page.drawText(' ', { font });
  const resources = page.node.Resources()!;
  resources.set(PDFName.of('Properties'), context.obj({ Seen: layers['seen']!, Unseen: layers['unseen']! }));
  const black = (name: string, x: number) => `/OC /${name} BDC 0 0 0 rg ${x} 400 100 100 re f EMC`;
  page.node.addContentStream(context.register(context.stream(`${black('Seen', 100)} ${black('Unseen', 400)}`)));
  document.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: Object.values(layers), D: context.obj(config(layers) as never) }),
  );
  return document.save();
}

describe('layers that are switched off', () => {
  test.each([
    ['by their list', ({ unseen }: Readonly<Record<string, unknown>>) => ({ OFF: [unseen] })],
    [
      'as all but those that are on',
      ({ seen }: Readonly<Record<string, unknown>>) => ({ BaseState: 'OFF', ON: [seen] }),
    ],
  ])('%s are not faxed', async (_how, config) => {
    const { page, pdf } = await faxed(await layered(config));
    expect([page.grey(0.25, 0.44), page.grey(0.75, 0.44)]).toEqual([0, 255]);
    const properties = (await PDFDocument.load(pdf)).catalog.lookup(PDFName.of('OCProperties'), PDFDict);
    expect(properties.lookup(PDFName.of('D'), PDFDict).has(PDFName.of('OFF'))).toBe(true);
  });

  test('stay off in a fax of several documents', async () => {
    const bytes = await layered(({ unseen }) => ({ OFF: [unseen] }));
    const pdf = pdfOf(await documents.convert([file('a.pdf', bytes), file('b.pdf', bytes), file('c.txt', 'text')]));
    const pages = await look(pdf);
    expect(pages.slice(0, 2).map((page) => [page.grey(0.25, 0.44), page.grey(0.75, 0.44)])).toEqual([
      [0, 255],
      [0, 255],
    ]);
  });
});

/** A page of 600 by 800 points with these annotations; the objects have the numbers from 5 up. */
function rawForm(annotations: string, fields: string, ...objects: string[]): Buffer {
  const all = [
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/NeedAppearances true/DA(/Helv 40 Tf 0 g)>>/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<<>>/Annots[${annotations}]/Contents 4 0 R>>`,
    '<</Length 0>>stream\n\nendstream',
    '<</Type/OCG/Name(off)>>',
    ...objects,
  ];
  const lines = all.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.7\n${lines.join('')}trailer\n<</Root 1 0 R>>\n%%EOF`);
}

const drawing = (contents: string): string =>
  `<</Type/XObject/Subtype/Form/BBox[0 0 300 800]/Length ${contents.length}>>stream\n${contents}\nendstream`;
const [black, nothing] = [drawing('0 0 300 800 re f'), drawing('')];
const widget = (entries: string): string => `<</Type/Annot/Subtype/Widget/F 4/Rect[0 300 300 500]${entries}>>`;
const states = '/AP<</N<</Yes 6 0 R/Off 7 0 R>>>>';

describe('a form as readers show it', () => {
  test.each([
    ['a box with a value and no state is ticked', widget(`/FT/Btn/T(a)/V/Yes${states}`), 0],
    ['a box with another state than its value is not', widget(`/FT/Btn/T(a)/V/Yes/AS/Off${states}`), 255],
    ['a box with neither is not', widget(`/FT/Btn/T(a)${states}`), 255],
    [
      'a field on a layer that is switched off is not there',
      widget('/FT/Btn/Ff 65536/T(a)/OC 5 0 R/AP<</N 6 0 R>>'),
      255,
    ],
  ])('%s', async (_what, field, grey) => {
    const { page } = await faxed(rawForm('8 0 R', '8 0 R', black, nothing, field));
    expect(page.grey(0.25, 0.5)).toBe(grey);
  });

  test('a button of a group is chosen by the value of the group', async () => {
    const group = '<</FT/Btn/Ff 49152/T(a)/V/Yes/Kids[8 0 R]>>';
    const { page } = await faxed(rawForm('8 0 R', '9 0 R', black, nothing, widget(`/Parent 9 0 R${states}`), group));
    expect(page.grey(0.25, 0.5)).toBe(0);
  });

  test.each([
    [
      'the text of an option, not its export value',
      '/FT/Ch/Ff 131072/T(a)/Opt[[(1)(First)][(2)(Second)]]/V(2)',
      'Second',
    ],
    ['stars for a password', '/FT/Tx/Ff 8192/T(a)/V(secret)', '******'],
  ])('has %s', async (_what, field, text) => {
    const { page } = await faxed(rawForm('6 0 R', '6 0 R', widget(`${field}/DA(/Helv 40 Tf 0 g)`)));
    expect(page.text.trim()).toBe(text);
  });

  test('has the fields that only its pages name', async () => {
    const { page } = await faxed(rawForm('6 0 R', '', widget('/FT/Tx/T(a)/V(Orphan)/DA(/Helv 40 Tf 0 g)')));
    expect(page.text.trim()).toBe('Orphan');
  });
});
