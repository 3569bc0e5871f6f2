import { PDFDict, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFFont, PDFRef } from '@cantoo/pdf-lib';
import { TextWriter } from '../fonts/text-writer.ts';

const standard = {
  sans: StandardFonts.Helvetica,
  bold: StandardFonts.HelveticaBold,
  serif: StandardFonts.TimesRoman,
  serifBold: StandardFonts.TimesRomanBold,
  italic: StandardFonts.TimesRomanItalic,
  mono: StandardFonts.Courier,
} as const;

type StandardFace = keyof typeof standard;
export type Typeface = StandardFace | 'hand';

/** The fonts of one document: those that every reader has, handwriting, and one for all characters that these lack. */
export class SheetFonts {
  /** The resources of every page. */
  readonly resources: PDFRef;
  readonly #document: PDFDocument;
  readonly #fonts: PDFDict;
  readonly #known = new Map<StandardFace, PDFFont>();
  readonly #hand: TextWriter;
  readonly #others: TextWriter;

  constructor(document: PDFDocument) {
    const { context } = document;
    this.#document = document;
    this.#fonts = context.obj({});
    this.resources = context.register(context.obj({ Font: this.#fonts }));
    this.#hand = new TextWriter(document, 'HomemadeApple');
    this.#others = new TextWriter(document, 'DejaVuSans');
  }

  /** In points. */
  width(text: string, face: Typeface, size: number): number {
    const font = this.#fontFor(text, face);
    return font instanceof TextWriter ? font.width(text, size) : font.widthOfTextAtSize(text, size);
  }

  /** The operators that write a text from a point, in points from the lower left corner. */
  write(text: string, face: Typeface, at: { x: number; y: number; size: number }): string {
    const font = this.#fontFor(text, face);
    if (font instanceof TextWriter) return font.write(text, at);
    const codes = font.encodeText(text).toString();
    const name = face === 'hand' ? 'italic' : face;
    return `BT 1 0 0 1 ${at.x.toFixed(2)} ${at.y.toFixed(2)} Tm /${name} ${at.size} Tf ${codes} Tj ET`;
  }

  /** Puts the fonts, as far as they were used, into the document. To be called once, after the last text. */
  embed(): void {
    for (const [face, { ref }] of this.#known) this.#fonts.set(PDFName.of(face), ref);
    for (const writer of [this.#hand, this.#others]) {
      writer.embed();
      const used = this.#document.context.lookup(writer.resources, PDFDict);
      for (const [name, font] of used.entries()) this.#fonts.set(name, font);
    }
  }

  #fontFor(text: string, face: Typeface): PDFFont | TextWriter {
    if (face === 'hand' && this.#hand.hasAll(text)) return this.#hand;
    const style = face === 'hand' ? 'italic' : face;
    if (!isWestern(text)) return this.#others;
    const known = this.#known.get(style);
    if (known !== undefined) return known;
    const font = this.#document.embedStandardFont(standard[style]);
    this.#known.set(style, font);
    return font;
  }
}

/** Whether the fonts that every reader has contain the text: Latin-1, and some punctuation. */
const isWestern = (text: string): boolean => /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff–—‘’“”•…€™]*$/.test(text);
