import { varyingNumber } from '../achievements/noise.ts';
import { lettersWith } from './bags.ts';
import type { BagDifference, WordCount } from './bags.ts';
import { isOfKind, numberOf } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import { isExact } from './forms.ts';
import type { Letter } from './side.ts';

/**
 * Where letters differ from run to run, a pairing leaves any of a kind over. The words of the kind tell which one is missing: a finding
 * quotes that one.
 */
export function namedMissing(missing: readonly ExpectedLetter[], bags: readonly BagDifference[]): ExpectedLetter[] {
  const left = new Map(bags.map(({ kind, fewer, olds }) => [kind, lettersBeyond(fewer, olds)]));
  return missing.map((one) => {
    const number = numberOf(one);
    if (isExact(one.form) && number !== varyingNumber) return one;
    const open = left.get(one.kind);
    const letter = [...(open ?? [])].find(({ to }) => number === varyingNumber || to === number);
    if (letter === undefined) return one;
    open?.delete(letter);
    return { ...one, letter };
  });
}

/** The letters that are too many, likewise. */
export function namedExtra(extra: readonly Letter[], bags: readonly BagDifference[]): readonly Letter[] {
  const named = bags.map(({ more, news }) => lettersBeyond(more, news));
  return extra.map((letter) => {
    const own = named.find((letters, at) => letters.size > 0 && isOfBag(letter, bags[at]));
    if (own === undefined) return letter;
    const [first = letter] = own;
    const found = own.has(letter) ? letter : first;
    own.delete(found);
    return found;
  });
}

const isOfBag = (letter: Letter, bag: BagDifference | undefined): boolean =>
  bag?.olds.some((old) => isOfKind({ form: old.comparable, letter: old }, letter)) === true;

/** For each word as many letters as one program has more of them than the other, each letter once. */
const lettersBeyond = (words: readonly WordCount[], letters: readonly Letter[]): Set<Letter> =>
  new Set(words.flatMap(({ word, was, is }) => lettersWith(word, letters).slice(-Math.abs(was - is))));
