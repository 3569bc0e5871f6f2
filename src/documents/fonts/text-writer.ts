import { PDFName } from '@cantoo/pdf-lib';
import type { PDFContext, PDFDict, PDFDocument, PDFRef } from '@cantoo/pdf-lib';
import { fileOfPackage } from '../missing-part.ts';
import type { PackageFile } from '../package-files.ts';
import { embedFont, hex } from './embedded-font.ts';
import { FontFile } from './font-file.ts';

interface FontFace {
  readonly font: FontFile;
  /** Name among the resources of a page. */
  readonly key: string;
  /** Glyphs in use, each with the character it stands for. */
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
 * Writing in one PDF: in the first of its fonts that has a character, and with an empty box where none has. Written here
 * instead of by the PDF library, whose own takes a second for 100,000 characters and leaves whole fonts in the file.
 */
export class TextWriter {
  /** The font resources of every page that is written on. */
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

  /** Whether its first font has all characters of a text. */
  hasAll(text: string): boolean {
    return Array.from(text).every((character) => this.#place(character).isOfFirst);
  }

  /** The width of a text, or of one character, in points. */
  width(text: string, size: number): number {
    let thousandths = 0;
    for (const character of text) thousandths += this.#place(character).advance;
    return (thousandths * size) / 1000;
  }

  /** The operators that write a text with its base line beginning at a point. */
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

  /** Puts the fonts, as far as they were used, into the PDF. Call it once, after the last text. */
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

/**
 * Orders the letters of a line that is read from left to right: each passage in a script from right to left is turned
 * around.
 */
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

/** The font of that name, read when first asked for. */
function fontFile(name: FontName): FontFile {
  const known = loaded.get(name);
  if (known) return known;
  const font = new FontFile(name, fileOfPackage(files[name]));
  loaded.set(name, font);
  return font;
}
