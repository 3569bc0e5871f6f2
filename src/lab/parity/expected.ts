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

/** A letter that the old program sends each time. */
export interface ExpectedLetter extends Sibling {
  /** The letter of the last run that sends it. */
  readonly letter: Letter;
  readonly results: ReadonlySet<Letter['result']>;
  /** Whether all runs send as many letters to its number, so that those of the new program to this number stand for them. */
  readonly isSteady: boolean;
  /** True if not all runs send it, so that the new program need not. */
  readonly isOptional: boolean;
  /** A number that it shares with letters of the same kind, which are alike in their text. */
  readonly kind: number;
  /** How often one run sends the same document of this kind to the same number, at most. */
  readonly copiesMax: number;
}

/** The letters that the runs of the old program have in common, whatever the order of runs and letters. */
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

/** The letters of all runs that stand for the same, by the run. */
type Slot = Map<number, Letter>;

const passes = 2;

/** Puts letters of all runs together by likeness. The second pass knows all runs where the first one knew the earlier ones. */
function slotsOf(runs: readonly (readonly Letter[])[], steady: ReadonlySet<string>): Slot[] {
  const apart = [...steady].map((number) => pooled(runs.map((letters) => letters.filter(({ to }) => to === number))));
  return [...apart.flat(), ...pooled(runs.map((letters) => letters.filter(({ to }) => !steady.has(to))))];
}

/** The numbers to which each run sends as many letters, alike in their texts. They have slots of their own. */
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
 * A number that half of the runs draw may be in all of them by chance, and in none of the new program. One of many numbers is so once in
 * ten thousand comparisons. Few runs tell little of this share, and a finding has further runs.
 */
const shareMax = 0.25;
const shareMaxEarly = 0.45;
const manyRuns = 8;

/** The share of the numbers by chance of one run that another run has too; 0: there are none. */
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

/** Adds the letters of a run to the slots that they are most like; those that are left have slots of their own. */
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

/** A letter that is equal in all runs is found by this alone; of a slot whose letters differ there is no such key. */
function keyOf(slot: Slot): string | undefined {
  const [key, ...others] = new Set([...slot.values()].map(letterKey));
  return others.length > 0 ? undefined : key;
}

/** Texts count most: with other texts to the same number in each run, the number is by chance. */
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

/** A form with fewer words says little: other letters have it too. */
const wordsMin = 3;

/** Whether a letter is of the same kind as an expected one: alike in its text, such as a reminder with another name. */
export const isOfKind = ({ form, letter }: Pick<ExpectedLetter, 'form' | 'letter'>, one: Letter): boolean =>
  areAlike(letter.comparable, one.comparable) || (fixedWordsIn(form) >= wordsMin && fits(form, one.comparable));

/** The number of a letter, or words for one that differs. */
export const numberOf = ({ letters, letter }: Pick<ExpectedLetter, 'letters' | 'letter'>): string =>
  letters.every(({ to }) => to === letter.to) ? letter.to : varyingNumber;

/** The name of an expected letter that holds for those of the same kind and number. */
export const subjectOf = (one: ExpectedLetter): string => `${numberOf(one)} ${one.kind}`;

/** The numbers that go with other texts in other runs, so that it is by chance who gets a letter. */
export const varyingNumbers = (expected: readonly ExpectedLetter[]): ReadonlySet<string> =>
  new Set(expected.filter(({ numbers }) => numbers?.size !== 1).flatMap(({ letters }) => letters.map(({ to }) => to)));

/** The parts that the comparison of letters leaves out, in sentences. */
export function letterNoise(expected: readonly ExpectedLetter[]): string[] {
  const sentences = expected.flatMap((one) => {
    const { form, results, isOptional } = one;
    const to = numberOf(one);
    if (isOptional) return `not all runs send this fax to ${to}`;
    return [
      ...(isExact(form) ? [] : [`${gapText(form)} of the document to ${to}`]),
      ...(results.size > 1 ? [`the result of the fax to ${to}`] : []),
    ];
  });
  return [...new Set(sentences)];
}

function gapText(form: Form): string {
  const gaps = form.filter((place) => typeof place !== 'string').length;
  return form.includes(anyWords) ? pluralize(gaps, 'part') : pluralize(gaps, 'word');
}
