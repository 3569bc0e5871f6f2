import { groupBy } from '../../model/shared/objects.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import { numberOf, subjectOf } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import type { Finding } from './finding.ts';
import { hasForm } from './match-letters.ts';
import type { Match } from './match-letters.ts';
import { isTag, keyOfTag, oldNamesOf } from './send-options.ts';
import type { SendOptions } from './send-options.ts';

/** An option that a letter lacks, or has with another value. */
interface Difference {
  readonly name: string;
  readonly match: Match;
}

/**
 * Findings about options of sends: the tags by which a fax is found again, its header line and its caller id. Options that only the
 * new program gives are allowed, and so are values that vary in the old program. A fax with another document is compared too: its
 * tag may be missing for a reason of its own.
 */
export function compareOptions(matched: readonly Match[], expected: readonly ExpectedLetter[]): Finding[] {
  const differences = matched.flatMap((match) => differencesOf(match, expected));
  const groups = groupBy(differences, ({ name, match }) => `${name} ${String(match.letter.options.has(name))}`);
  return [...groups.values()].map(findingOf);
}

function differencesOf(match: Match, expected: readonly ExpectedLetter[]): Difference[] {
  const { letter, expected: own } = match;
  // The same document may go to a number several times, in any order. Another document may stand for any of that number.
  const isOfPair = ({ kind }: ExpectedLetter): boolean => kind === own.kind || !hasForm(match);
  const alike = expected.filter((one) => isOfPair(one) && numberOf(one) === numberOf(own));
  return [...own.letter.options.keys()].flatMap((name): Difference[] => {
    const values = alike.map((one) => valuesOf(one, name));
    if (values.some((some) => some.has(undefined))) return [];
    const value = letter.options.get(name)?.comparable;
    const isAny = values.some((some) => some.size > 1);
    const isRight = value !== undefined && (isAny || values.some((some) => some.has(value)));
    return isRight ? [] : [{ name, match }];
  });
}

/** The values of an option in the runs of the old program, which include undefined if a run does not give it. */
const valuesOf = ({ letters }: ExpectedLetter, name: string): ReadonlySet<string | undefined> =>
  new Set(letters.map(({ options }) => options.get(name)?.comparable));

function findingOf(group: readonly [Difference, ...Difference[]]): Finding {
  const [{ name }] = group;
  const matches = group.map(({ match }) => match);
  return {
    kind: 'other options',
    subjects: matches.map(({ expected }) => `${name} ${subjectOf(expected)}`),
    echoes: oldNamesOf(name).map((old) => `sendFax unknown-parameter ${old}`),
    sentence: sentenceOf(name, matches),
    old: matches.flatMap(({ expected }) => expected.letter.calls),
    new: matches.flatMap(({ letter }) => letter.calls),
  };
}

/** `the old program tags the fax to +12025550123 with case=7, the new one with nothing`. */
function sentenceOf(name: string, matches: readonly Match[]): string {
  const faxes = matches.length === 1 ? 'the fax' : pluralize(matches.length, 'fax', 'faxes');
  const to = numbersText(matches);
  const textsOf = (sides: readonly SendOptions[]): string[] => sides.map((options) => options.get(name)?.text ?? '');
  const [olds, news] = [
    matches.map(({ expected }) => expected.letter.options),
    matches.map(({ letter }) => letter.options),
  ];
  const form = isTag(name) ? [keyText(name)] : [];
  const [was, now] = [onlyOf(textsOf(olds), form), onlyOf(textsOf(news), form)];
  const sentence = isTag(name)
    ? `the old program tags ${faxes} to ${to} with ${was}, the new one labels ${matches.length === 1 ? 'it' : 'them'} with ${now || onlyOf(news.map(tagsText), news.map(tagKeys))}`
    : `the old program sends ${faxes} to ${to} with the ${name} ${was}, the new one with ${now || `no ${name === 'caller id' ? 'from' : 'headerText'}`}`;
  const [first, ...others] = matches;
  const isCut = others.length > 0 && sentence.includes(cut);
  return isCut && first !== undefined ? `${sentence}; for example, ${sentenceOf(name, [first])}` : sentence;
}

const namedMax = 3;

function numbersText(matches: readonly Match[]): string {
  const numbers = [...new Set(matches.map(({ expected }) => numberOf(expected)))];
  return numbers.length > namedMax ? pluralize(numbers.length, 'number') : listed(numbers);
}

/** The common text. If the texts differ, their common form, such as `invoice=…`; or else `…`. */
function onlyOf(texts: readonly string[], forms: readonly string[] = []): string {
  const [first = '', ...others] = new Set(texts);
  if (others.length === 0) return first;
  const [form = cut, ...otherForms] = new Set(forms);
  return otherForms.length > 0 ? cut : form;
}

const keyText = (name: string): string => `${keyOfTag(name)}=${cut}`;

/** The place of values that differ. */
const cut = '…';

const tagKeys = (options: SendOptions): string => listed([...options.keys()].filter(isTag).map(keyText)) || 'nothing';

const tagsText = (options: SendOptions): string =>
  listed([...options].filter(([name]) => isTag(name)).map(([, { text }]) => text)) || 'nothing';

/**
 * Remarks about the number of retries after a failed call, which v3 takes from the fax or its service. They are no findings, because
 * a program may as well wait longer.
 */
export function compareRetries(matched: readonly Match[]): Finding[] {
  const others = matched.filter(({ letter, expected }) =>
    expected.letters.every(({ retries }) => retries !== letter.retries),
  );
  const groups = groupBy(others, ({ letter, expected }) => `${letter.retries} ${expected.letter.retries}`);
  return [...groups.values()].map((group): Finding => {
    const [{ letter, expected }] = group;
    const to = numbersText(group);
    return {
      kind: 'other retries',
      sentence: `the failed call to ${to} is repeated ${timesText(letter.retries)}, in place of ${timesText(expected.letter.retries)}: maxRetries of a send says how often`,
      old: group.flatMap((one) => one.expected.letter.calls),
      new: group.flatMap((one) => one.letter.calls),
    };
  });
}

const timesText = (count: number): string => (count === 0 ? 'never' : pluralize(count, 'time'));
