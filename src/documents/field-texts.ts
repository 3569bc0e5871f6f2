import { PDFDropdown, PDFTextField } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFField, PDFFont, PDFWidgetAnnotation } from '@cantoo/pdf-lib';
import { TextWriter } from './fonts/text-writer.ts';
import { addStream } from './pdf-bytes.ts';
import { wrapLine } from './text-layout.ts';

type Field = PDFTextField | PDFDropdown;

/** Points between the edge of a field and its text. */
const paddingPt = 2;
/** Size in points for a text whose field leaves it open. */
const usualSizePt = 12;

/**
 * Writes the values of fields that the standard font of forms cannot show, such as Polish or Greek names, in a font
 * with more scripts.
 */
export class FieldTexts {
  readonly #document: PDFDocument;
  readonly #usual: ReadonlySet<number>;
  #writer: TextWriter | undefined;

  constructor(document: PDFDocument, usual: PDFFont) {
    this.#document = document;
    this.#usual = new Set(usual.getCharacterSet());
  }

  /** Whether a field has a text with a character that the standard font lacks. */
  isNeededBy(field: PDFField): field is Field {
    if (!(field instanceof PDFTextField || field instanceof PDFDropdown)) return false;
    return Array.from(textOf(field)).some((letter) => !isBreak(letter) && !this.#usual.has(letter.codePointAt(0) ?? 0));
  }

  write(field: Field): void {
    const writer = (this.#writer ??= new TextWriter(this.#document, 'DejaVuSans'));
    const [, given = '0'] = /(?<![\d.])([\d.]+)\s+Tf/.exec(field.acroField.getDefaultAppearance() ?? '') ?? [];
    const isMultiline = field instanceof PDFTextField && field.isMultiline();
    for (const widget of field.acroField.getWidgets())
      this.#writeInto(widget, writer, { text: textOf(field), isMultiline, size: Number(given) });
  }

  /** Embeds the font into the PDF. Call it once, after the last text. */
  embed(): void {
    this.#writer?.embed();
  }

  #writeInto(widget: PDFWidgetAnnotation, writer: TextWriter, text: FieldText): void {
    const { width, height } = widget.getRectangle();
    const room = Math.max(width - 2 * paddingPt, 1);
    const size = text.size > 0 ? text.size : sizeFor(text, writer, { room, height });
    const measure = (letter: string): number => writer.width(letter, size);
    const lines = text.isMultiline
      ? text.text.split(/\r\n?|\n/).flatMap((line) => [...wrapLine(line, measure, room)])
      : [text.text];
    const first = text.isMultiline ? height - paddingPt - size : (height - size) / 2 + size * 0.2;
    const operators = lines.map((line, at) => writer.write(line, { x: paddingPt, y: first - at * size * 1.2, size }));
    const { context } = this.#document;
    const entries = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] };
    const resources = context.obj({ Font: writer.resources });
    widget.setNormalAppearance(addStream(context, operators.join('\n'), { ...entries, Resources: resources }));
  }
}

interface FieldText {
  readonly text: string;
  readonly isMultiline: boolean;
  /** Size in points; 0 leaves it open. */
  readonly size: number;
}

/** The size, in points, at which one line fits into its field. */
function sizeFor(
  { text, isMultiline }: FieldText,
  writer: TextWriter,
  { room, height }: { room: number; height: number },
) {
  if (isMultiline) return usualSizePt;
  const size = Math.min(usualSizePt, height * 0.8);
  return Math.max(Math.min(size, (size * room) / Math.max(writer.width(text, size), 1)), 4);
}

const isBreak = (letter: string): boolean => letter === '\n' || letter === '\r';

const textOf = (field: Field): string =>
  field instanceof PDFTextField ? (field.getText() ?? '') : field.getSelected().join(', ');
