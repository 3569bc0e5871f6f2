import { anyWord, anyWords } from './forms.ts';
import type { Form, Place } from './forms.ts';
import type { Letter } from './side.ts';

/** The letters that runs have in common at one place of their work. */
export interface Sibling {
  /** Whether its number stays its own: all runs send there, and others draw from many numbers. */
  readonly hasOwnNumber: boolean;
  readonly letters: readonly Letter[];
  readonly form: Form;
  /** The numbers to which it may go; undefined: to any, since it goes to another one in each run. */
  readonly numbers: ReadonlySet<string> | undefined;
}

/**
 * Letters of one kind know of each other which words differ by chance. A word that one of them has in all runs may be one of those that
 * another letter has at that place in its runs, if these differ: Mr may be equal in all runs by chance. Numbers likewise.
 */
export const widened = <T extends Sibling>(letters: readonly T[]): T[] =>
  letters.map((one) => {
    const siblings = letters.filter((other) => other !== one && areSiblings(one.form, other.form));
    if (siblings.length === 0) return one;
    const form = one.form.map((place, at) => (typeof place === 'string' ? placeWith(place, at, siblings) : place));
    return { ...one, form, numbers: numbersWith(one, siblings) };
  });

function placeWith(word: string, at: number, siblings: readonly Sibling[]): Place {
  const varying = siblings.filter(({ form }) => form[at] === anyWord);
  if (varying.length === 0) return word;
  return new Set([
    word,
    ...varying.flatMap(({ letters }) => letters.flatMap(({ comparable }) => comparable[at] ?? [])),
  ]);
}

function numbersWith(
  { numbers, hasOwnNumber }: Sibling,
  siblings: readonly Sibling[],
): ReadonlySet<string> | undefined {
  if (numbers === undefined || hasOwnNumber) return numbers;
  const varying = siblings.filter((one) => one.numbers === undefined);
  return new Set([...numbers, ...varying.flatMap(({ letters }) => letters.map(({ to }) => to))]);
}

/** Whether two forms are as long, and have at least half of their words in common. */
function areSiblings(one: Form, other: Form): boolean {
  if (one.length !== other.length || one.includes(anyWords) || other.includes(anyWords)) return false;
  const fixed = one.filter((place, at) => typeof place === 'string' && typeof other[at] === 'string').length;
  const same = one.filter((place, at) => typeof place === 'string' && place === other[at]).length;
  return same > 0 && 2 * same >= fixed;
}
