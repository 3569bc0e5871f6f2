import { PDFName } from '@cantoo/pdf-lib';
import type { PDFContext, PDFDict, PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { fileOfPackage } from '../missing-part.ts';
import type { PackageFile } from '../package-files.ts';
import { embedFont, hex } from './embedded-font.ts';
import { FontFile } from './font-file.ts';

interface FontFace {
  readonly font: FontFile;
  /** Name of the font in a page's resources. */
  readonly key: string;
  /** Used glyphs, each with the character that it shows. */
  readonly used: Map<number, number>;
}

interface PlacedGlyph {
  readonly face: FontFace;
  readonly glyph: number;
  /** Width in thousandths of the size. */
  readonly advance: number;
  readonly isOfFirst: boolean;
}

/**
 * Writes text in one PDF. Each character uses the first font that has it, or an empty box if none does. The PDF
 * library's own writer takes a second for 100,000 characters, and embeds whole fonts.
 */
export class TextWriter {
  /** The font resources for all pages with text. */
  readonly resources: PDFRef;
  readonly #context: PDFContext;
  readonly #fonts: PDFDict;
  readonly #faces: readonly FontFace[];
  readonly #places = new Map<number, PlacedGlyph>();

  constructor(document: PDFDocument, first: FontName, ...others: FontName[]) {
    this.#context = document.context;
    this.#fonts = this.#context.obj({});
    this.resources = this.#context.register(this.#fonts);
    const face = (name: FontName): FontFace => ({ font: fontFile(name), key: name, used: new Map() });
    this.#faces = [first, ...others].map(face);
  }

  /** Whether the first font has all characters of a text. */
  hasAll(text: string): boolean {
    return Array.from(text).every((character) => this.#place(character).isOfFirst);
  }

  /** The width of a text, or of one character, in points. */
  width(text: string, size: number): number {
    let thousandths = 0;
    for (const character of text) thousandths += this.#place(character).advance;
    return (thousandths * size) / 1000;
  }

  /** The operators that write a text whose baseline begins at a point. */
  write(text: string, at: { x: number; y: number; size: number }): string {
    const runs: { face: FontFace; codes: string }[] = [];
    for (const character of toVisualOrder(text)) {
      const { face, glyph } = this.#place(character);
      if (!face.used.has(glyph)) face.used.set(glyph, character.codePointAt(0) ?? 0);
      const run = runs.at(-1);
      if (run?.face === face) run.codes += hex(glyph);
      else runs.push({ face, codes: hex(glyph) });
    }
    const operators = runs.map(({ face, codes }) => `/${face.key} ${at.size} Tf <${codes}> Tj`);
    return [`BT 1 0 0 1 ${at.x.toFixed(2)} ${at.y.toFixed(2)} Tm`, ...operators, 'ET'].join('\n');
  }

  /** Embeds the used parts of the fonts into the PDF. Call it once, after the last text. */
  embed(): void {
    const inUse = this.#faces.filter((face) => face.used.size > 0);
    for (const { font, key, used } of inUse) this.#fonts.set(PDFName.of(key), embedFont(this.#context, font, used));
  }

  #place(character: string): PlacedGlyph {
    const codePoint = character.codePointAt(0) ?? 0;
    const known = this.#places.get(codePoint);
    if (known) return known;
    const face = this.#faces.find(({ font }) => font.glyphOf(codePoint) !== undefined) ?? this.#faces[0];
    if (!face) throw new Error('Lettering needs a font.');
    const glyph = face.font.glyphOf(codePoint) ?? 0;
    const isOfFirst = glyph !== 0 && face === this.#faces[0];
    const place = { face, glyph, advance: face.font.advanceOf(glyph), isOfFirst };
    this.#places.set(codePoint, place);
    return place;
  }
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]+(?:[\s\p{P}]+[\p{Script=Hebrew}\p{Script=Arabic}]+)*/gu;

/** Reverses each passage of a right-to-left script, because the line is drawn from left to right. */
function toVisualOrder(text: string): string {
  return text.replace(rightToLeft, (passage) => Array.from(passage).toReversed().join(''));
}

export type FontName = 'DejaVuSans' | 'DejaVuSansMono' | 'DejaVuSerif' | 'HomemadeApple';

const files = {
  DejaVuSans: 'DejaVuSans.ttf',
  DejaVuSansMono: 'DejaVuSansMono.ttf',
  DejaVuSerif: 'DejaVuSerif.ttf',
  HomemadeApple: 'homemade-apple-latin-400-normal.woff',
} as const satisfies Record<FontName, PackageFile>;

const loaded = new Map<FontName, FontFile>();

/** The font with this name, read at its first use. */
function fontFile(name: FontName): FontFile {
  const known = loaded.get(name);
  if (known) return known;
  const font = new FontFile(name, fileOfPackage(files[name]));
  loaded.set(name, font);
  return font;
}
