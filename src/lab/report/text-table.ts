import { fitting, printable } from '../../model/shared/words.ts';
import { isSign } from './form.ts';
import type { ReportCell, ReportTable } from './form.ts';
import { wrapped } from './text-lines.ts';
import type { Span, TextLook } from './text-lines.ts';

/** Texts in columns. The names of the rows come before them, or above them if the lines would be too wide. */
export function tableLines({ heads, rows }: ReportTable, look: TextLook): string[] {
  const all = [{ head: { text: '' }, cells: heads.map(({ text }): ReportCell => text) }, ...rows];
  const widths = heads.map((_, at) => Math.max(...all.map(({ cells }) => cellText(cells[at]).length)) + gap);
  const nameWidth = nameWidthOf(rows);
  const isWide = widths.reduce((sum, width) => sum + width, nameWidth) > (look.width ?? Infinity);
  return all.flatMap(({ head, cells }) => {
    const beside = cells.flatMap((cell, at) => spansOf(cell, widths[at] ?? 0));
    if (!isWide) return wrapped([head.text.padEnd(nameWidth), ...beside], look);
    return [...(head.text === '' ? [] : wrapped([head.text], look)), ...wrapped(beside, look, gap)];
  });
}

const gap = 2;

const nameWidthOf = (rows: ReportTable['rows']): number => Math.max(...rows.map(({ head }) => head.text.length)) + gap;

const cellText = (cell: ReportCell): string => (typeof cell === 'object' ? cell.word : (cell ?? ''));

function spansOf(cell: ReportCell, width: number): Span[] {
  const text = cellText(cell);
  return [typeof cell === 'object' ? [text, cell.tone] : text, ' '.repeat(Math.max(0, width - printable(text).length))];
}

const columnWidth = 3;
const columnsMax = 30;

/** A row of signs for each name. Above them are the heads of the columns, each with a line down to its column. */
export function matrixLines({ heads, rows }: ReportTable, { width: most = Infinity, paint }: TextLook): string[] {
  const nameWidth = nameWidthOf(rows);
  const least = columnWidth * 4;
  const labels = heads.map(({ text }) => fitting(printable(text), Math.max(most - nameWidth - least, least)));
  return blocksOf(labels, most - nameWidth).flatMap(([from, to]) => [
    '',
    ...labels.slice(from, to).map((label, at) => `${' '.repeat(nameWidth)}${'│  '.repeat(at)}${label}`),
    ...rows.map(({ head, cells }) => {
      const own = cells.slice(from, to);
      const signs = own.map((cell) => {
        const sign = isSign(cell) ? cell.sign : '';
        const shown = isSign(cell) && paint !== undefined ? paint(cell.tone, sign) : sign;
        return `${shown}${' '.repeat(columnWidth - sign.length)}`;
      });
      return `${head.text.padEnd(nameWidth)}${signs.join('')}`.trimEnd();
    }),
  ]);
}

/** Splits columns into blocks, each with as many columns as leave room for their heads. */
function blocksOf(labels: readonly string[], most: number): (readonly [from: number, to: number])[] {
  const blocks: [number, number][] = [];
  let from = 0;
  labels.forEach((label, at) => {
    const isFull = at - from >= columnsMax || columnWidth * (at - from) + label.length > most;
    if (isFull && at > from) {
      blocks.push([from, at]);
      from = at;
    }
  });
  return from < labels.length ? [...blocks, [from, labels.length]] : blocks;
}
