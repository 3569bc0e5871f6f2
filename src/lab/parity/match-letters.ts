import { groupBy, numberByKey } from '../../model/shared/objects.ts';
import { bestPairs } from './best-pairs.ts';
import { isOfKind } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import { fits, isExact } from './forms.ts';
import { likenessOf } from './likeness.ts';
import { copyKey, letterKey } from './side.ts';
import type { Letter } from './side.ts';

/** A letter of the new program, and the expected letter that it corresponds to. */
export interface Match {
  readonly letter: Letter;
  readonly expected: ExpectedLetter;
}

const mayGoTo = ({ numbers }: ExpectedLetter, number: string): boolean => numbers?.has(number) ?? true;

/** Whether a letter matches the expected form. */
export const hasForm = ({ letter, expected }: Match): boolean => fits(expected.form, letter.comparable);

/** Whether a letter is as expected, whatever its result. */
export const isExpected = (match: Match): boolean => mayGoTo(match.expected, match.letter.to) && hasForm(match);

/** Assigns expected letters to letters by similarity, so that as many as possible are as expected. */
export function matchLetters(expected: readonly ExpectedLetter[], letters: readonly Letter[]) {
  const { matched: equal, open, others } = equalLetters(expected, letters);
  const copies = copiesIn(letters);
  const scores = others.map((letter) => {
    const isCopy = (copies.get(letter) ?? 1) > 1;
    return open.map((one) => scoreOf({ letter, expected: one }) * (isCopy ? copyFactor : 1));
  });
  const pairs = bestPairs(scores).flatMap(([row, column]): Match[] => {
    const [letter, one] = [others[row], open[column]];
    return letter === undefined || one === undefined || (scores[row]?.[column] ?? 0) === 0
      ? []
      : [{ letter, expected: one }];
  });
  const isTooMany = ({ letter, expected: { isOptional, copiesMax } }: Match): boolean =>
    isOptional && (copies.get(letter) ?? 1) > copiesMax;
  const matched = [...equal, ...pairs.filter((match) => !isTooMany(match))];
  const [done, sent] = [new Set(matched.map((match) => match.expected)), new Set(matched.map(({ letter }) => letter))];
  const missing = expected.filter((one) => !one.isOptional && !done.has(one));
  const extra = letters.filter((letter) => !sent.has(letter));
  return {
    matched,
    missing: missing.filter((one) => !mayBeFewer(one, expected, matched)),
    extra: extra.filter((letter) => !mayBeMore(letter, copies.get(letter) ?? 1, expected)),
  };
}

/** Pairs letters that are equal in all runs of both programs, to make the search smaller. */
function equalLetters(expected: readonly ExpectedLetter[], letters: readonly Letter[]) {
  const isFixed = ({ form, numbers, results, isOptional }: ExpectedLetter): boolean =>
    !isOptional && isExact(form) && numbers?.size === 1 && results.size === 1;
  const fixed = groupBy(expected.filter(isFixed), ({ letter }) => letterKey(letter));
  const left = new Map(Array.from(fixed, ([key, group]) => [key, [...group]]));
  const matched = letters.flatMap((letter): Match[] => {
    const found = left.get(letterKey(letter))?.shift();
    return found === undefined ? [] : [{ letter, expected: found }];
  });
  const [done, sent] = [new Set(matched.map((match) => match.expected)), new Set(matched.map(({ letter }) => letter))];
  return {
    matched,
    open: expected.filter((one) => !done.has(one)),
    others: letters.filter((letter) => !sent.has(letter)),
  };
}

/** Numbers the copies of the same document to the same number, from 1. */
const copiesIn = (letters: readonly Letter[]): ReadonlyMap<Letter, number> => new Map(numberByKey(letters, copyKey));

/** Slightly lowers the score of a copy, so that of two equal letters the copy counts as the surplus one. */
const copyFactor = 1 - 1e-7;
const steadyScore = 1e7;
const fitScore = 1e6;
const neededScore = 1e3;
const pooledScore = 10;

/**
 * How well a letter corresponds to an expected one: 0 if not at all. A letter to a steady number corresponds to expected letters to
 * this number, with any text. More specific forms score higher.
 */
function scoreOf(match: Match): number {
  const { letter, expected } = match;
  const { form, numbers, results, isOptional, isSteady } = expected;
  if (!mayGoTo(expected, letter.to)) return 0;
  const place = !isSteady ? pooledScore : letter.to === expected.letter.to ? steadyScore : 0;
  const own = place + (numbers?.size === 1 ? 0.5 : 0) + (results.has(letter.result) ? 0.5 : 0);
  if (!hasForm(match)) return isOptional ? 0 : 1 + own + likenessOf(letter.comparable, expected.letter.comparable);
  const fixed = form.filter((place) => typeof place === 'string').length;
  return fitScore + (isOptional ? 0 : neededScore) + own + fixed / Math.max(1, form.length);
}

/** Whether the number of letters of this kind varies in the old program, and the new one sends some. */
function mayBeFewer(one: ExpectedLetter, expected: readonly ExpectedLetter[], matched: readonly Match[]): boolean {
  const isUncertain = expected.some(
    (other) => other.isOptional && other.kind === one.kind && sharesNumbers(one, other),
  );
  return isUncertain && matched.some((match) => match.expected.kind === one.kind && hasForm(match));
}

const sharesNumbers = (one: ExpectedLetter, other: ExpectedLetter): boolean =>
  one.numbers === undefined || other.letters.some(({ to }) => mayGoTo(one, to));

/**
 * Whether the number of such letters varies in the old program, so that one more is fine. The same letter twice is too many, unless
 * a run of the old program does that too.
 */
function mayBeMore(letter: Letter, copy: number, expected: readonly ExpectedLetter[]): boolean {
  const alike = expected.filter((one) => isOfKind(one, letter));
  const optional = alike.filter(({ isOptional }) => isOptional);
  if (optional.length === 0) return false;
  const numbers = new Set(optional.flatMap((one) => one.letters.map(({ to }) => to)));
  const isAnyNumber = numbers.size > 1 || alike.some((one) => one.numbers === undefined);
  if (!isAnyNumber && !numbers.has(letter.to)) return false;
  const needed = alike.filter(({ isOptional }) => !isOptional);
  if (needed.length > 0 && !alike.some((one) => hasForm({ letter, expected: one }))) return false;
  return copy <= Math.max(...alike.map(({ copiesMax }) => copiesMax));
}
