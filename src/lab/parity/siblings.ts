import { anyWord, anyWords } from './forms.ts';
import type { Form, Place } from './forms.ts';
import type { Letter } from './side.ts';

/** Corresponding letters of several runs. */
export interface Sibling {
  /** Whether the letters keep a number of their own: all runs send to it, while other letters draw from many numbers. */
  readonly hasOwnNumber: boolean;
  readonly letters: readonly Letter[];
  readonly form: Form;
  /** The numbers that the letters may go to; undefined for any number, if it differs in each run. */
  readonly numbers: ReadonlySet<string> | undefined;
}

/**
 * Lets letters of one kind share their random words. If one letter has the same word in all runs, but another has different words
 * at that position, all of these words are possible: `Mr` may be equal by chance. The same applies to numbers.
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

/** Whether two forms have the same length, and at least half of their words in common. */
function areSiblings(one: Form, other: Form): boolean {
  if (one.length !== other.length || one.includes(anyWords) || other.includes(anyWords)) return false;
  const fixed = one.filter((place, at) => typeof place === 'string' && typeof other[at] === 'string').length;
  const same = one.filter((place, at) => typeof place === 'string' && place === other[at]).length;
  return same > 0 && 2 * same >= fixed;
}
