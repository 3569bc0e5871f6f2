import type { RandomDraws } from '../../fiction/seeded-random.ts';
import { letter } from '../letter-page.ts';
import { wrapLine } from '../text-layout.ts';
import type { Typeface, SheetFonts } from './sheet-fonts.ts';

export interface TextStyle {
  readonly face?: Typeface;
  /** In points. */
  readonly size?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** 0 is black, 1 is white. */
  readonly grey?: number;
}

export interface Column {
  readonly title: string;
  /** In points. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** The space within a margin of each page. */
export const leftMargin = 54;
export const right = letter.width - 54;
export const contentWidth = right - leftMargin;

/** One page that is drawn. All places are in points from the upper left corner, those of texts are their base lines. */
export class Sheet {
  readonly operators: string[] = [];
  readonly #fonts: SheetFonts;

  constructor(fonts: SheetFonts) {
    this.#fonts = fonts;
  }

  width(text: string, { face = 'sans', size = 10 }: TextStyle = {}): number {
    return this.#fonts.width(text, face, size);
  }

  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    const { face = 'sans', size = 10, align = 'left', grey = 0 } = style;
    const shift = align === 'left' ? 0 : this.width(text, style) / (align === 'center' ? 2 : 1);
    const written = this.#fonts.write(text, face, { x: x - shift, y: letter.height - y, size });
    this.operators.push(grey === 0 ? written : `${grey} g ${written} 0 g`);
  }

  /** A text that fits into a width: written smaller where it is longer. */
  fitText(x: number, y: number, text: string, room: { readonly width: number } & TextStyle): void {
    const { width, size = 10, ...style } = room;
    const natural = this.width(text, { ...style, size });
    this.text(x, y, text, { ...style, size: natural > width ? (size * width) / natural : size });
  }

  /** Sets a text in lines below each other, and returns the base line that follows the last. */
  paragraph(x: number, y: number, text: string, { width = contentWidth, ...style }: ParagraphStyle): number {
    const { face = 'sans', size = 10 } = style;
    const measure = (character: string): number => this.#fonts.width(character, face, size);
    let base = y;
    for (const line of wrapLine(text, measure, width)) {
      this.text(x, base, line, style);
      base += size * leading;
    }
    return base;
  }

  rule(x: number, y: number, end: number, thickness = 0.8): void {
    const base = letter.height - y;
    this.operators.push(`${thickness} w ${x} ${base} m ${end} ${base} l S`);
  }

  /** A rectangle from its upper left corner. */
  box(x: number, y: number, width: number, height: number, { fill, line = 0.8 }: BoxStyle = {}): void {
    const path = `${x} ${letter.height - y - height} ${width} ${height} re`;
    if (fill !== undefined) this.operators.push(`${fill} g ${path} f 0 g`);
    if (line > 0) this.operators.push(`${line} w ${path} S`);
  }

  /** A box to be ticked, with its label. */
  tick(x: number, y: number, label: string, isTicked: boolean): void {
    this.box(x, y - 8, 9, 9);
    const base = letter.height - y;
    if (isTicked) {
      this.operators.push(`1.4 w ${x + 1.5} ${base + 4} m ${x + 4} ${base + 1} l ${x + 9.5} ${base + 9} l S`);
    }
    this.text(x + 14, y, label, { size: 9 });
  }

  /** A box with a small label in its corner and the entered text. */
  field(
    x: number,
    y: number,
    size: { width: number; height?: number },
    [label, value]: readonly [string, string],
  ): void {
    const { width, height = 30 } = size;
    this.box(x, y, width, height, { line: 0.6 });
    this.fitText(x + 4, y + 8, label, { size: 6, width: width - 8 });
    this.fitText(x + 6, y + height - 8, value, { face: 'mono', size: 10, width: width - 12 });
  }

  /** Rows under a shaded head, with rules. Returns the place below. */
  table(x: number, y: number, columns: readonly Column[], rows: readonly (readonly string[])[]): number {
    const width = columns.reduce((sum, column) => sum + column.width, 0);
    this.box(x, y, width, 18, { fill: 0.86, line: 0 });
    this.#row(
      { x, base: y + 12.5 },
      columns,
      columns.map(({ title }) => title),
      { face: 'bold', size: 8.5 },
    );
    rows.forEach((row, index) => {
      const top = y + 18 + index * 17;
      this.#row({ x, base: top + 11.5 }, columns, row, { size: 9 });
      this.rule(x, top + 17, x + width, 0.4);
    });
    return y + 18 + rows.length * 17;
  }

  /** A name as its bearer writes it, with a stroke below, on a line with a caption. */
  signature(x: number, y: number, name: string, { chance, caption, width = 200 }: SignatureStyle): void {
    const size = 17 + chance.integer(0, 5);
    this.fitText(x + 8, y - 4, name, { face: 'hand', size, width: width - 24 });
    const [from, bend] = [x + chance.integer(4, 20), chance.integer(-8, 8)];
    const base = letter.height - y;
    const end = x + width - chance.integer(20, 60);
    const middle = (from + end) / 2;
    const curve = `${middle} ${base + bend - 6} ${middle} ${base - bend} ${end} ${base + chance.integer(0, 9)} c S`;
    this.operators.push(`1 w ${from} ${base - 1} m ${curve}`);
    this.rule(x, y + 6, x + width, 0.6);
    this.text(x, y + 17, caption, { size: 8 });
  }

  draw(...operators: string[]): void {
    this.operators.push(...operators);
  }

  #row(
    { x, base }: { x: number; base: number },
    columns: readonly Column[],
    cells: readonly string[],
    style: TextStyle,
  ): void {
    let start = x;
    columns.forEach(({ width, align = 'left' }, index) => {
      const at = align === 'left' ? start + 5 : start + width - 5;
      this.fitText(at, base, cells[index] ?? '', { ...style, align, width: width - 10 });
      start += width;
    });
  }
}

/** The distance of base lines in sizes of the letters. */
const leading = 1.4;

interface ParagraphStyle extends TextStyle {
  readonly width?: number;
}

interface BoxStyle {
  /** A grey; 0 is black, 1 is white. */
  readonly fill?: number;
  /** The thickness of the line in points; 0: none. */
  readonly line?: number;
}

interface SignatureStyle {
  readonly chance: RandomDraws;
  readonly caption: string;
  readonly width?: number;
}
