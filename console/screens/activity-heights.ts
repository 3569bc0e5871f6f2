import { remembered } from '../ui/list-items.ts';
import type { Entry } from './activity-log.ts';
import { partsOf } from './activity-subject.ts';
import { readable } from './activity-words.ts';

/** The narrow windows, in which a row has its text below its subject, as in the style sheet. */
const widest = 899;

/** The room beside the text of a row, and the heights of a line and of the subject with the space around it, in px. */
const beside = 71;
const line = 18;
const around = 34;

/** The number of lines after which a text is cut. */
const mostLines = 4;

const restOf = remembered((entry: Entry): string => partsOf(readable(entry)).rest);

/** The heights of rows in px, each as high as its text; undefined in wide windows, where each is one line. */
export function heightsOf(entries: readonly Entry[], windowWidth: number): readonly number[] | undefined {
  if (windowWidth > widest) return undefined;
  return entries.map((entry) => around + line * linesOf(restOf(entry), windowWidth - beside));
}

/** The height of a row and its number of lines, for the style sheet. */
export const styleOf = (height: number | undefined): Readonly<Record<string, string | number>> | undefined =>
  height === undefined ? undefined : { '--row': `${height}px`, '--lines': (height - around) / line };

/** The parts between which a text can break, each with the space before it: words, and those after a hyphen or a slash. */
const breakable = (text: string): readonly string[] => text.split(/(?= )|(?<=[-/])(?=[a-z])/i);

/** The number of lines of a text. It breaks within a part only if that is wider than a line. */
function linesOf(text: string, room: number): number {
  if (text === '') return 0;
  let [lines, used] = [1, 0];
  for (const part of breakable(text)) {
    const width = widthOf(part.trimStart());
    used += widthOf(part);
    if (used <= room) continue;
    if (used > width) lines++;
    lines += Math.ceil(width / room) - 1;
    used = width % room;
  }
  return Math.min(lines, mostLines);
}

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a word of a row, in px. */
function widthOf(word: string): number {
  const known = widths.get(word);
  if (known !== undefined) return known;
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) return 7 * word.length;
  pen.font = `12px ${getComputedStyle(document.documentElement).fontFamily}`;
  const { width } = pen.measureText(word);
  widths.set(word, width);
  return width;
}
