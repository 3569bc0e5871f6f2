import { printable } from '../../model/shared/words.ts';
import type { ReportTone } from './form.ts';

type Style = ReportTone | 'title';

/** The output that shows a text. A file or a pipe has neither a width nor colours. */
export interface TextLook {
  readonly width?: number | undefined;
  readonly paint?: (style: Style, text: string) => string;
}

/** A part of a line, with its style. */
export type Span = string | readonly [text: string, style: Style];

/** A part of a word that has one style. */
interface Piece {
  readonly text: string;
  readonly style: Style | undefined;
}

interface WordsKept {
  /** Whether a word that is wider than the line, such as a path, is not broken. */
  readonly keepsWords?: boolean;
}

/** The minimum number of letters beside an indent, even on a narrow terminal. */
const roomMin = 16;

/** Wraps spans into printable lines of this width. `left` is the indent of the first line, `below` that of the others. */
export function wrapped(
  spans: readonly Span[],
  { width = Infinity, paint = (_style, text) => text, keepsWords = false }: TextLook & WordsKept,
  left = 0,
  below = left,
): string[] {
  const indent = Math.min(below, Math.max(0, width - roomMin));
  const lines: string[] = [];
  let [line, length] = [' '.repeat(left), left];
  for (const word of wordsOf(spans, keepsWords ? Infinity : width - indent)) {
    const wordLength = word.reduce((sum, { text }) => sum + text.length, 0);
    const isBlank = word[0]?.text.trim() === '';
    if (length + wordLength > width && line.trim() !== '') {
      lines.push(line.trimEnd());
      [line, length] = [' '.repeat(indent), indent];
      if (isBlank) continue;
    }
    line += word.map(({ text, style }) => (style === undefined ? text : paint(style, text))).join('');
    length += wordLength;
  }
  return [...lines, line.trimEnd()];
}

/** The words and the spaces between them. A word can have several styles, such as `wrong:`. A word that is too long is broken. */
function wordsOf(spans: readonly Span[], most: number): Piece[][] {
  const words: Piece[][] = [];
  for (const span of spans) {
    const [given, style] = typeof span === 'string' ? [span, undefined] : span;
    for (const text of printable(given).match(/\s+|\S+/g) ?? []) {
      const last = words.at(-1);
      if (text.length > most) words.push(...slicesOf(text, most).map((slice) => [{ text: slice, style }]));
      else if (last !== undefined && isWord(last[0]) && isWord({ text })) last.push({ text, style });
      else words.push([{ text, style }]);
    }
  }
  return words;
}

const isWord = (piece: Pick<Piece, 'text'> | undefined): boolean => piece !== undefined && piece.text.trim() !== '';

const slicesOf = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
