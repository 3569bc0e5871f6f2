/** The texts of a row of the palette. */
interface Texts {
  readonly kind: string;
  readonly name: string;
  readonly detail?: string;
  /** Further words to find it by, in lower case. */
  readonly words?: string;
}

/** A text in lower case, with spaces for underscores: `webhook_token` and `webhook token` find the same. */
const spaced = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word) || text.includes(word.replaceAll('-', '')));

/**
 * The place of a row among those that the search text finds: 0 if its name begins with the text, then whole words, then
 * parts of words. 3: the row has the text only in its kind, as every setting has `sett`. Undefined: the text does not find it.
 */
export function rankOf({ kind, name, detail = '', words: further = '' }: Texts, text: string): number | undefined {
  const sought = spaced(text);
  const words = sought.split(/\s+/);
  const own = spaced(`${name} ${detail} ${further}`);
  if (!hasWords(`${spaced(kind)} ${own}`, words)) return undefined;
  if (spaced(name).startsWith(sought)) return 0;
  if (!hasWords(own, words) && hasWords(spaced(kind), words)) return 3;
  const whole = spaced(`${kind} ${name} ${further}`).split(' ');
  return words.every((word) => whole.includes(word)) ? 1 : 2;
}
