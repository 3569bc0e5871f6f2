/**
 * The id of an item that has no name of its own: its kind, and a short sum of its text, `lost-1k3x9f`. It is made of the data of the
 * report alone, so a link leads to the same finding in each report that has it.
 */
export const idOf = (kind: string, text: string): string => `${dashed(kind)}-${sumOf(text)}`;

/** Whether an id is of one of these kinds, though a report may have no such item. */
export const isIdOf = (kinds: readonly string[], id: string): boolean =>
  kinds.some((kind) => id.startsWith(`${dashed(kind)}-`));

const dashed = (kind: string): string => kind.replaceAll(' ', '-');

const factor = 31;
const sumsMax = 2 ** 31 - 1;

const sumOf = (text: string): string =>
  Array.from(text)
    .reduce((sum, letter) => (sum * factor + (letter.codePointAt(0) ?? 0)) % sumsMax, 1)
    .toString(36);
