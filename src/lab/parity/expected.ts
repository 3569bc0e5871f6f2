import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { countBy } from '../achievements/beside.ts';
import { varyingNumber } from '../achievements/noise.ts';
import { bestPairs } from './best-pairs.ts';
import { fixedWordsIn } from './common-places.ts';
import { anyWords, fits, formOf, isExact } from './forms.ts';
import type { Form } from './forms.ts';
import { alikeMin, areAlike, likenessOf } from './likeness.ts';
import { compareTexts, copyKey, letterKey, lettersOf } from './side.ts';
import type { Letter, OldSides } from './side.ts';
import { widened } from './siblings.ts';
import type { Sibling } from './siblings.ts';

/** A letter that the old program sends in each run. */
export interface ExpectedLetter extends Sibling {
  /** The letter as the last run sent it. */
  readonly letter: Letter;
  readonly results: ReadonlySet<Letter['result']>;
  /**
   * Whether all runs send equally many letters to its number, so that the new program's letters to this number correspond to them.
   */
  readonly isSteady: boolean;
  /** Whether only some runs send it, so that the new program need not send it. */
  readonly isOptional: boolean;
  /** The ordinal of the letter's kind. Letters of the same kind have similar texts. */
  readonly kind: number;
  /** The highest number of times that one run sends the same document of this kind to the same number. */
  readonly copiesMax: number;
}

/** The letters that all runs of the old program have in common, independent of the order of runs and letters. */
export function expectedLetters(olds: OldSides): ExpectedLetter[] {
  const runs = olds.map(lettersOf).toSorted((one, other) => compareTexts(textOf(one), textOf(other)));
  const steady = steadyNumbers(runs);
  const areOthersFar = shareDrawnAgain(runs) <= (runs.length < manyRuns ? shareMaxEarly : shareMax);
  const slots = slotsOf(runs, steady);
  const letters = slots.map((slot) =>
    [...slot.entries()].toSorted(([one], [other]) => one - other).map(([, one]) => one),
  );
  const plain = letters.flatMap((group): PlainLetter[] => {
    const letter = group.at(-1);
    if (letter === undefined) return [];
    const numbers = new Set(group.map(({ to }) => to));
    return [
      {
        letter,
        letters: group,
        form: formOf(group.map(({ comparable }) => comparable)),
        numbers: numbers.size > 1 ? undefined : numbers,
        results: new Set(group.map(({ result }) => result)),
        isSteady: steady.has(letter.to),
        hasOwnNumber: areOthersFar && steady.has(letter.to),
        isOptional: group.length < runs.length,
      },
    ];
  });
  return withKinds(widened(plain), runs);
}

type PlainLetter = Omit<ExpectedLetter, 'kind' | 'copiesMax'>;

const textOf = (letters: readonly Letter[]): string => letters.map(letterKey).join('\n');

/** Corresponding letters of all runs, by run. */
type Slot = Map<number, Letter>;

const passes = 2;

/**
 * Groups the letters of all runs by similarity, in two passes: in the second, each run is compared with all others, not only with
 * earlier ones.
 */
function slotsOf(runs: readonly (readonly Letter[])[], steady: ReadonlySet<string>): Slot[] {
  const apart = [...steady].map((number) => pooled(runs.map((letters) => letters.filter(({ to }) => to === number))));
  return [...apart.flat(), ...pooled(runs.map((letters) => letters.filter(({ to }) => !steady.has(to))))];
}

/** The numbers to which each run sends equally many letters with similar texts. Their letters are grouped separately. */
function steadyNumbers(runs: readonly (readonly Letter[])[]): ReadonlySet<string> {
  const groups = runs.map((letters) => groupBy(letters, ({ to }) => to));
  const [first, ...others] = groups;
  const isSteady = ([number, letters]: readonly [string, readonly Letter[]]): boolean =>
    others.every((all) => {
      const same = all.get(number) ?? [];
      const likenesses = letters.map((one) => same.map((other) => likenessOf(one.comparable, other.comparable)));
      const pairs = bestPairs(likenesses);
      const isAlike = pairs.every(([row, column]) => (likenesses[row]?.[column] ?? 0) >= alikeMin);
      return same.length === letters.length && isAlike;
    });
  return new Set([...(first ?? [])].filter(isSteady).map(([number]) => number));
}

/**
 * The highest share of random numbers that two runs may have in common. A number that half of the runs draw can by chance be in all
 * of them and in none of the new program; with a quarter, that happens once in ten thousand comparisons. Few runs say little about
 * the share, but a finding is confirmed by more.
 */
const shareMax = 0.25;
const shareMaxEarly = 0.45;
const manyRuns = 8;

/** The share of a run's random numbers that another run has too; 0 without random numbers. */
function shareDrawnAgain(runs: readonly (readonly Letter[])[]): number {
  const all = runs.map((letters) => new Set(letters.map(({ to }) => to)));
  const drawn = all.map((numbers) => [...numbers].filter((number) => !all.every((others) => others.has(number))));
  const pairs = drawn.flatMap((numbers, at) =>
    all.filter((_others, other) => other !== at).flatMap((others) => numbers.map((number) => others.has(number))),
  );
  return pairs.length === 0 ? 0 : pairs.filter(Boolean).length / pairs.length;
}

function pooled(runs: readonly (readonly Letter[])[]): Slot[] {
  const slots: Slot[] = [];
  for (let pass = 0; pass < passes; pass++) {
    for (const [nth, letters] of runs.entries()) {
      for (const slot of slots) slot.delete(nth);
      addRun(nth, letters, slots);
    }
  }
  return slots.filter(({ size }) => size > 0);
}

/** Adds the letters of a run to the most similar slots. Letters without a slot get a new one. */
function addRun(nth: number, letters: readonly Letter[], slots: Slot[]): void {
  const usual = groupBy(
    slots.filter(({ size }) => size > 0),
    keyOf,
  );
  const equal = new Map([...usual].map(([key, group]) => [key, [...group]]));
  const others = letters.filter((letter) => {
    const slot = equal.get(letterKey(letter))?.shift();
    slot?.set(nth, letter);
    return slot === undefined;
  });
  const open = slots.filter((slot) => slot.size > 0 && !slot.has(nth));
  const pairs = bestPairs(others.map((letter) => open.map((slot) => likenessTo(slot, letter))));
  for (const [at, column] of pairs) {
    const letter = others[at];
    if (letter !== undefined) open[column]?.set(nth, letter);
  }
  const paired = new Set(pairs.map(([at]) => at));
  slots.push(...others.filter((_letter, at) => !paired.has(at)).map((letter) => new Map([[nth, letter]])));
}

/** The key that the letters of all runs in a slot have in common; undefined if their keys differ. */
function keyOf(slot: Slot): string | undefined {
  const [key, ...others] = new Set([...slot.values()].map(letterKey));
  return others.length > 0 ? undefined : key;
}

/**
 * The weight of the text. It is higher than that of the number: if a number gets a different text in each run, the number is
 * random.
 */
const textWeight = 2;
const numberWeight = 0.6;
const resultWeight = 0.2;

function likenessTo(slot: Slot, letter: Letter): number {
  const sum = [...slot.values()].reduce(
    (all, other) =>
      all +
      textWeight * likenessOf(letter.comparable, other.comparable) +
      (letter.to === other.to ? numberWeight : 0) +
      (letter.result === other.result ? resultWeight : 0),
    0,
  );
  return sum / slot.size;
}

function withKinds(letters: readonly PlainLetter[], runs: readonly (readonly Letter[])[]): ExpectedLetter[] {
  const heads: { readonly one: PlainLetter; readonly copiesMax: number }[] = [];
  return letters.map((one) => {
    const known = heads.findIndex((head) => isOfKind(head.one, one.letter) || isOfKind(one, head.one.letter));
    const kind = known < 0 ? heads.push({ one, copiesMax: copiesMaxOf(one, runs) }) - 1 : known;
    return { ...one, kind, copiesMax: heads[kind]?.copiesMax ?? 1 };
  });
}

function copiesMaxOf(one: PlainLetter, runs: readonly (readonly Letter[])[]): number {
  const copies = runs.flatMap((letters) => [
    ...countBy(
      letters.filter((letter) => isOfKind(one, letter)),
      copyKey,
    ).values(),
  ]);
  return Math.max(1, ...copies);
}

/** A form with fewer words is too general: other letters match it too. */
const wordsMin = 3;

/** Whether a letter is of the same kind as an expected one: its text is similar, such as a reminder with another name. */
export const isOfKind = ({ form, letter }: Pick<ExpectedLetter, 'form' | 'letter'>, one: Letter): boolean =>
  areAlike(letter.comparable, one.comparable) || (fixedWordsIn(form) >= wordsMin && fits(form, one.comparable));

/** The number of a letter, or words for a number that varies. */
export const numberOf = ({ letters, letter }: Pick<ExpectedLetter, 'letters' | 'letter'>): string =>
  letters.every(({ to }) => to === letter.to) ? letter.to : varyingNumber;

/** Names an expected letter by kind and number, comparable between runs. */
export const subjectOf = (one: ExpectedLetter): string => `${numberOf(one)} ${one.kind}`;

/** The numbers that get different texts in different runs, because the program draws who gets a letter. */
export const varyingNumbers = (expected: readonly ExpectedLetter[]): ReadonlySet<string> =>
  new Set(expected.filter(({ numbers }) => numbers?.size !== 1).flatMap(({ letters }) => letters.map(({ to }) => to)));

/** Sentences about what the comparison of letters leaves out. */
export function letterNoise(expected: readonly ExpectedLetter[]): string[] {
  const sentences = expected.flatMap((one) => {
    const { form, results, isOptional, letter, letters } = one;
    const to = numberOf(one);
    if (isOptional) return `not all runs send this fax to ${to}`;
    return [
      ...(isExact(form) ? [] : [`${gapText(form)} of the document to ${to}`]),
      ...(results.size > 1 ? [`the result of the fax to ${to}`] : []),
      ...[...letter.options.keys()]
        .filter((name) => new Set(letters.map(({ options }) => options.get(name)?.comparable)).size > 1)
        .map((name) => `the ${name} of the fax to ${to}`),
    ];
  });
  return [...new Set(sentences)];
}

function gapText(form: Form): string {
  const gaps = form.filter((place) => typeof place !== 'string').length;
  return form.includes(anyWords) ? pluralize(gaps, 'part') : pluralize(gaps, 'word');
}
