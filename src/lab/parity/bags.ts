import { groupBy } from '../../model/shared/objects.ts';
import { countBy } from '../achievements/beside.ts';
import { anchorsOf, placesAround, wordAt } from './anchors.ts';
import type { WordPlace } from './anchors.ts';
import { isOfKind, subjectOf } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import type { Finding } from './finding.ts';
import { compareTexts, lettersOf } from './side.ts';
import type { Letter, OldSides, Side } from './side.ts';

/**
 * Compares the words of all letters of one kind as one bag. Programs may draw who gets a letter, and number letters themselves:
 * INV-1001 to INV-1006. Then each letter differs between runs, but the bag is equal.
 */
export interface BagDifference {
  /** The kind of the letters, as in the expected ones. */
  readonly kind: number;
  /** Whether both programs send equally many letters of the kind. */
  readonly isSameCount: boolean;
  /** Words that fewer letters of the new program have, missing words first. */
  readonly fewer: readonly WordCount[];
  /** Words that more letters of the new program have, new words first. */
  readonly more: readonly WordCount[];
  /** Names of the positions, comparable between runs. */
  readonly subjects: readonly string[];
  /** The letters of the kind in the last run of the old program, and in the run of the new one. */
  readonly olds: readonly Letter[];
  readonly news: readonly Letter[];
}

/** A word, and how many letters have it in the old program (`was`) and in the new one (`is`). */
export interface WordCount {
  readonly word: string;
  readonly was: number;
  readonly is: number;
}

/** The kinds of letters whose bag is equal in all runs of the old program, but different in the run of the new one. */
export function compareBags(expected: readonly ExpectedLetter[], olds: OldSides, side: Side): BagDifference[] {
  const heads = [...groupBy(expected, ({ kind }) => kind).values()].map(([head]) => head);
  const kindOf = (letter: Letter): number | undefined => heads.find((head) => isOfKind(head, letter))?.kind;
  const runs = olds.map((old) => groupBy(lettersOf(old), kindOf));
  const now = groupBy(lettersOf(side), kindOf);
  return heads.flatMap(({ kind }) => {
    const usual = runs.map((letters) => letters.get(kind) ?? []);
    return differenceOf(kind, usual, now.get(kind) ?? []);
  });
}

function differenceOf(kind: number, usual: readonly (readonly Letter[])[], news: readonly Letter[]): BagDifference[] {
  const [first = [], ...others] = usual;
  if (first.length < 2 || others.some(({ length }) => length !== first.length)) return [];
  const isSameCount = news.length === first.length;
  const places = steadyPlaces(usual).filter(({ place, counts }) => !isEqual(counts, wordsAt(place, news)));
  const counted = [
    ...new Set(places.flatMap(({ place, counts }) => [...counts.keys(), ...wordsAt(place, news).keys()])),
  ]
    .toSorted(compareTexts)
    .flatMap((word) => countOf(word, usual, news));
  const byShare = counted.toSorted((one, other) => one.is / one.was - other.is / other.was);
  const fewer = byShare.filter(({ was, is }) => is < was);
  const more = byShare.filter(({ was, is }) => is > was).toReversed();
  if (fewer.length === 0 && (isSameCount || more.length === 0)) return [];
  const subjects = places.map(({ place, counts }) => `${kind} ${subjectAt(place, counts, wordsAt(place, news))}`);
  return [{ kind, isSameCount, fewer, more, subjects, olds: usual.at(-1) ?? [], news }];
}

/** Whether a word is a placeholder, which is not compared. */
const isSpecial = (word: string): boolean => /\((?:id|time|number)\)/.test(word);

/**
 * Counts the letters that have a word. Empty if the count differs between runs of the old program, or if all letters have the word.
 */
function countOf(word: string, usual: readonly (readonly Letter[])[], news: readonly Letter[]): WordCount[] {
  const [was = 0, ...others] = usual.map((letters) => lettersWith(word, letters).length);
  const is = lettersWith(word, news).length;
  return isSpecial(word) || others.some((other) => other !== was) || was === is ? [] : [{ word, was, is }];
}

export const lettersWith = (word: string, letters: readonly Letter[]): Letter[] =>
  letters.filter(({ comparable }) => comparable.includes(word));

/** The positions at which the letters of each run have the same set of different words, in any order. */
function steadyPlaces(usual: readonly (readonly Letter[])[]) {
  const places = placesAround(anchorsOf(usual.flat().map(({ comparable }) => comparable)));
  return places.flatMap((place) => {
    const [counts = new Map<string, number>(), ...others] = usual.map((letters) => wordsAt(place, letters));
    const isSteady = counts.size > 1 && others.every((other) => isEqual(other, counts));
    return isSteady ? [{ place, counts }] : [];
  });
}

const wordsAt = (place: WordPlace, letters: readonly Letter[]): ReadonlyMap<string, number> =>
  countBy(
    letters.map(({ comparable }) => wordAt(place, comparable) ?? ''),
    (word) => word,
  );

const isEqual = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([word, count]) => other.get(word) === count);

/**
 * Names the position for a finding. Two letters that draw Mr or Ms have both words in every second run. So if only two words occur,
 * all runs of the new program must have the same counts, which happens by chance once in thirty thousand comparisons.
 */
function subjectAt(place: WordPlace, counts: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string {
  const name = `words at ${place.anchor ?? ''} ${place.offset}`;
  return counts.size > 2
    ? name
    : `${name}: ${JSON.stringify([...now].toSorted(([one], [other]) => compareTexts(one, other)))}`;
}

/** Findings about bags that differ although equally many letters are sent: a letter has the words of another one. */
export const bagFindings = (differences: readonly BagDifference[], expected: readonly ExpectedLetter[]): Finding[] =>
  differences
    .filter(({ isSameCount }) => isSameCount)
    .map((difference): Finding => {
      const { kind, fewer, more, subjects, olds, news } = difference;
      const [lost, doubled] = [fewer[0], more[0]];
      return {
        kind: 'other document',
        subjects,
        sentence: [lost, doubled].flatMap((count) => (count === undefined ? [] : countText(count))).join(', '),
        echoes: expected.filter((one) => one.kind === kind).map(subjectOf),
        old: lost === undefined ? [] : lettersWith(lost.word, olds).flatMap(({ calls }) => calls),
        new: doubled === undefined ? [] : lettersWith(doubled.word, news).flatMap(({ calls }) => calls),
      };
    });

/** `no fax has “INV-1004” in place of 1`. */
export const countText = ({ word, was, is }: WordCount): string =>
  `${is === 0 ? 'no fax has' : is === 1 ? '1 fax has' : `${is} faxes have`} “${word}” in place of ${was}`;
