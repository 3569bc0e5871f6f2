import { varyingNumber } from '../achievements/noise.ts';
import { lettersWith } from './bags.ts';
import type { BagDifference, WordCount } from './bags.ts';
import { isOfKind, numberOf } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import { isExact } from './forms.ts';
import type { Letter } from './side.ts';

/**
 * Chooses which letters to report as missing. If letters vary between runs, pairing leaves an arbitrary one of the kind; the words
 * of the kind reveal the missing one.
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

/** Chooses which letters to report as too many. Letters with a surplus word replace arbitrary ones. */
export function namedExtra(extra: readonly Letter[], bags: readonly BagDifference[]): readonly Letter[] {
  const used = new Set(extra);
  return extra.map((letter) => {
    const bag = bags.find((one) => one.more.length > 0 && isOfBag(letter, one));
    if (bag === undefined || bag.more.some(({ word }) => letter.comparable.includes(word))) return letter;
    const found = [...lettersBeyond(bag.more, bag.news)].find((one) => !used.has(one));
    if (found !== undefined) used.add(found);
    return found ?? letter;
  });
}

const isOfBag = (letter: Letter, { olds }: BagDifference): boolean =>
  olds.some((old) => isOfKind({ form: old.comparable, letter: old }, letter));

/** For each word, the surplus letters that have it, each letter once. */
const lettersBeyond = (words: readonly WordCount[], letters: readonly Letter[]): Set<Letter> =>
  new Set(words.flatMap(({ word, was, is }) => lettersWith(word, letters).slice(-Math.abs(was - is))));
