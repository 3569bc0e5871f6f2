import {
  PDFArray,
  PDFBool,
  PDFButton,
  PDFCheckBox,
  PDFDict,
  PDFDropdown,
  PDFName,
  PDFNumber,
  PDFOptionList,
  PDFRadioGroup,
  PDFRef,
  PDFStream,
  PDFString,
  PDFTextField,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { PDFDocument, PDFField, PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { drawMarks, buttonStateOf } from './button-marks.ts';
import { FieldTexts } from './field-texts.ts';
import { addStream } from './pdf-bytes.ts';

/**
 * Draws the fields of a PDF's form into its pages: text, ticks and signatures. A fax has no fields: its pages are
 * copied without the form that holds the values.
 */
export async function drawFields(document: PDFDocument): Promise<void> {
  const form = document.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (form !== undefined) await writeAppearances(document, form);
  for (const page of document.getPages()) drawWidgets(page);
}

/** Makes the missing appearances of a form's fields. A field that cannot be written keeps its appearance. */
async function writeAppearances(document: PDFDocument, form: PDFDict): Promise<void> {
  form.delete(PDFName.of('XFA')); // the library warns of it on the console
  addOrphans(document, form);
  const needsAll = form.lookupMaybe(PDFName.of('NeedAppearances'), PDFBool)?.asBoolean() === true;
  const wanting = document
    .getForm()
    .getFields()
    .filter((field) => needsAll || lacksAppearance(field));
  if (wanting.length === 0) return;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const texts = new FieldTexts(document, font);
  for (const field of wanting) writeAppearance(document, field, { font, texts });
  texts.embed();
}

/** Adds fields that are on a page but missing in the form's list, because readers draw them too. */
function addOrphans(document: PDFDocument, form: PDFDict): void {
  const known = form.lookupMaybe(PDFName.of('Fields'), PDFArray);
  if (known === undefined) return;
  const listed = new Set(known.asArray());
  for (const { node } of document.getPages()) {
    for (const ref of node.Annots()?.asArray() ?? []) {
      const dict = document.context.lookup(ref);
      if (!(ref instanceof PDFRef && dict instanceof PDFDict) || listed.has(ref)) continue;
      if (isWidget(dict) && dict.has(PDFName.of('T')) && !dict.has(PDFName.of('Parent'))) known.push(ref);
    }
  }
}

const isWidget = (annotation: PDFDict): boolean =>
  annotation.lookupMaybe(PDFName.of('Subtype'), PDFName) === PDFName.of('Widget');

const lacksAppearance = (field: PDFField): boolean =>
  field.acroField.getWidgets().some(({ dict }) => dict.lookupMaybe(PDFName.of('AP'), PDFDict) === undefined);

interface Fonts {
  readonly font: PDFFont;
  readonly texts: FieldTexts;
}

function writeAppearance(document: PDFDocument, field: PDFField, fonts: Fonts): void {
  try {
    for (const widget of field.acroField.getWidgets()) stateBorder(widget.dict);
    writeContent(document, field, fonts);
  } catch {
    // A field that cannot be drawn keeps its look: for example, the type of its value does not match the field.
  }
}

function writeContent(document: PDFDocument, field: PDFField, { font, texts }: Fonts): void {
  if (field instanceof PDFTextField || field instanceof PDFDropdown) showWords(field);
  if (texts.isNeededBy(field)) texts.write(field);
  else if (field instanceof PDFTextField || field instanceof PDFDropdown || field instanceof PDFOptionList) {
    field.updateAppearances(font);
  } else if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) drawMarks(document, field);
  else if (field instanceof PDFButton && lacksAppearance(field)) field.updateAppearances(font);
}

/**
 * Writes the default border width into a widget that leaves it open; otherwise the library draws no border. Source: ISO
 * 32000, border styles.
 */
function stateBorder(widget: PDFDict): void {
  const looks = widget.lookupMaybe(PDFName.of('MK'), PDFDict);
  if (looks?.has(PDFName.of('BC')) !== true || widget.has(PDFName.of('BS'))) return;
  const border = widget.lookupMaybe(PDFName.of('Border'), PDFArray);
  const width = border === undefined ? 1 : border.lookup(2, PDFNumber).asNumber();
  widget.set(PDFName.of('BS'), widget.context.obj({ W: width }));
}

/** Replaces a field's value by the text that readers show: stars for a password, an option's text for its export value. */
function showWords(field: PDFTextField | PDFDropdown): void {
  const { dict } = field.acroField;
  if (field instanceof PDFTextField) {
    if (field.isPassword()) dict.set(PDFName.of('V'), PDFString.of('*'.repeat(field.getText()?.length ?? 0)));
  } else {
    const options = field.acroField.getOptions();
    const [value] = field.getSelected();
    const chosen = options.find((option) => option.value.decodeText() === value)?.display;
    if (chosen !== undefined) dict.set(PDFName.of('V'), chosen);
  }
}

function drawWidgets(page: PDFPage): void {
  const annotations = page.node.Annots();
  if (annotations === undefined) return;
  const others = page.doc.context.obj([]);
  for (let at = 0; at < annotations.size(); at++) {
    const annotation = annotations.lookupMaybe(at, PDFDict);
    if (annotation !== undefined && isWidget(annotation)) drawWidget(page, annotation);
    else others.push(annotations.get(at));
  }
  if (others.size() < annotations.size()) page.node.set(PDFName.of('Annots'), others);
}

/** The flags that decide whether an annotation is visible. Source: ISO 32000, annotation flags. */
const flags = { hidden: 2, print: 4, noView: 32 } as const;

function isHidden(annotation: PDFDict): boolean {
  const value = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
  return (value & flags.hidden) !== 0 || ((value & flags.noView) !== 0 && (value & flags.print) === 0);
}

function drawWidget(page: PDFPage, annotation: PDFDict): void {
  const appearance = isHidden(annotation) ? undefined : appearanceOf(annotation);
  const rect = annotation.lookupMaybe(PDFName.of('Rect'), PDFArray);
  if (appearance === undefined || rect === undefined) return;
  const { dict } = page.doc.context.lookup(appearance, PDFStream);
  dict.set(PDFName.of('Type'), PDFName.of('XObject'));
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  const matrix = placing(boxOf(dict), rect.asRectangle());
  if (!matrix.every(Number.isFinite)) return;
  const name = page.node.newXObject('Field', appearance);
  const contents = `q ${matrix.map((number) => number.toFixed(4)).join(' ')} cm ${name.asString()} Do Q`;
  page.node.addContentStream(addStream(page.doc.context, onLayerOf(annotation, page, contents)));
}

/** Contents on the layer of a field, which may be switched off. */
function onLayerOf(annotation: PDFDict, page: PDFPage, contents: string): string {
  const layer = annotation.get(PDFName.of('OC'));
  if (layer === undefined) return contents;
  const { Resources: resources } = page.node.normalizedEntries();
  const known = resources.lookupMaybe(PDFName.of('Properties'), PDFDict) ?? page.doc.context.obj({});
  const name = known.uniqueKey('Layer');
  known.set(name, layer);
  resources.set(PDFName.of('Properties'), known);
  return `/OC ${name.asString()} BDC ${contents} EMC`;
}

/** The normal appearance of a widget: a single one, or the one for its state, such as a tick. */
function appearanceOf(annotation: PDFDict): PDFRef | undefined {
  const all = annotation.lookupMaybe(PDFName.of('AP'), PDFDict);
  const normal = all?.lookup(PDFName.of('N'));
  const state = buttonStateOf(annotation);
  const found = normal instanceof PDFDict ? state && normal.get(state) : all?.get(PDFName.of('N'));
  return found instanceof PDFRef && annotation.context.lookup(found) instanceof PDFStream ? found : undefined;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box around an appearance after its matrix is applied. */
function boxOf(form: PDFDict): Box {
  const { x, y, width, height } = form.lookup(PDFName.of('BBox'), PDFArray).asRectangle();
  const matrix = form.lookupMaybe(PDFName.of('Matrix'), PDFArray);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    matrix?.asArray().map((_, at) => matrix.lookup(at, PDFNumber).asNumber()) ?? [];
  const corners = [x, x + width].flatMap((left) =>
    [y, y + height].map((lower) => [a * left + c * lower + e, b * left + d * lower + f] as const),
  );
  const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)];
  const [left, lower] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: lower, width: Math.max(...xs) - left, height: Math.max(...ys) - lower };
}

/** The matrix that maps one box onto another. Source: ISO 32000, algorithm "appearance streams". */
function placing(from: Box, to: Box): number[] {
  const [across, up] = [to.width / from.width, to.height / from.height];
  return [across, 0, 0, up, to.x - from.x * across, to.y - from.y * up];
}
