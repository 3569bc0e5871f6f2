import { groupBy } from '../../model/shared/objects.ts';
import { refusalReason } from '../../model/shared/refused-request.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import { varyingNumber } from '../achievements/noise.ts';
import type { RecordedRequest } from '../achievements/run-record.ts';
import { laterStatus } from '../sweep/fax-words.ts';
import { bagFindings, countText } from './bags.ts';
import type { BagDifference } from './bags.ts';
import { lackedPages, pageText, titleOf } from './documents.ts';
import { isOfKind, numberOf, subjectOf } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import type { Finding } from './finding.ts';
import { differenceOf, fits, isExact } from './forms.ts';
import { hasForm, isExpected, matchLetters } from './match-letters.ts';
import type { Match } from './match-letters.ts';
import { namedExtra, namedMissing } from './named-letters.ts';
import { compareOptions, compareRetries } from './options.ts';
import { copyKey, lettersOf } from './side.ts';
import type { Letter, Side } from './side.ts';

/** Findings about letters that are not as expected, and the numbers of the faxes concerned. */
export function compareLetters(expected: readonly ExpectedLetter[], side: Side, bags: readonly BagDifference[] = []) {
  const match = matchLetters(expected, lettersOf(side));
  const { matched } = match;
  const missing = namedMissing(match.missing, bags);
  const extra = namedExtra(match.extra, bags);
  const astray = astrayAmong(missing, extra, matched);
  const findings = [
    ...astray.map(astrayFinding),
    ...lostFindings(
      without(
        missing,
        astray.map(({ expected: one }) => one),
      ),
      matched,
      { side, bags },
    ),
    ...documentFindings(matched, expected),
    ...matched.flatMap((one) => (hasForm(one) ? (resultFinding(one) ?? []) : [])),
    ...extraFindings(
      without(
        extra,
        astray.map(({ letter }) => letter),
      ),
      matched,
      expected,
    ),
    ...bagFindings(bags, expected),
    ...compareOptions(matched, expected),
  ];
  const differing = matched.filter((match) => resultFinding(match) !== undefined);
  const letters = [...extra, ...[...missing, ...differing].map(({ letter }) => letter)];
  return { findings, remarks: compareRetries(matched), concerned: new Set(letters.map(({ to }) => to)) };
}

const without = <T>(all: readonly T[], some: readonly T[]): T[] => all.filter((one) => !some.includes(one));

/** The missing letters that go to a number to which the old program does not send them, each with the letter that goes there. */
function astrayAmong(missing: readonly ExpectedLetter[], extra: readonly Letter[], matched: readonly Match[]): Match[] {
  const left = new Set(
    extra.filter(({ to, text }) => !matched.some(({ letter }) => letter.to === to && letter.text === text)),
  );
  return missing.flatMap((expected): Match[] => {
    if (numberOf(expected) === varyingNumber || !hasWords(expected) || twinsOf(expected, matched).length > 0) return [];
    const letter = [...left].find((one) => hasForm({ letter: one, expected }));
    if (letter === undefined) return [];
    left.delete(letter);
    return [{ letter, expected }];
  });
}

/** Whether a letter has words of its own, by which it is known at another number. */
const hasWords = ({ form }: ExpectedLetter): boolean => form.some((place) => typeof place === 'string');

function astrayFinding({ letter, expected }: Match): Finding {
  return {
    kind: 'lost',
    subjects: lostSubjects([expected]),
    sentence: `the document ${titleOf(expected.letter.words)} goes to ${letter.to} in place of ${numberOf(expected)}`,
    old: expected.letter.calls,
    new: letter.calls,
  };
}

/** The names of the kinds that a letter resembles. */
function kindsOf(letter: Letter, expected: readonly ExpectedLetter[]): string[] {
  const alike = expected.filter((one) => isOfKind(one, letter));
  return alike.length === 0 ? ['of no kind'] : alike.map(subjectOf);
}

/** Findings about lost letters. Letters sent by one request of the old program are one finding. */
function lostFindings(
  missing: readonly ExpectedLetter[],
  matched: readonly Match[],
  { side, bags }: { readonly side: Side; readonly bags: readonly BagDifference[] },
): Finding[] {
  const isRarer = (one: ExpectedLetter): boolean => twinsOf(one, matched).length > 0;
  const groups = groupBy(
    missing.filter((one) => !isRarer(one)),
    ({ letter }) => letter.calls[0]?.id ?? letter.fax.id,
  );
  const lost = [...groups.values()].map((group): Finding => {
    const [{ letter }] = group;
    const numbers = listed([...new Set(group.map(numberOf))]);
    const others = matched.filter(({ expected }) => expected.letter.fax.id === letter.fax.id);
    const tried = side.run.calls.filter((call) => isRefusedSend(call, group));
    const beside =
      others.length === 0 ? '' : `, though it goes to ${listed(others.map(({ expected }) => numberOf(expected)))}`;
    const why = tried.map(refusalText).at(-1) ?? '';
    const again = letter.fax.resent_from === null ? '' : ', to which the old program sends it again';
    return {
      kind: 'lost',
      isRefusal: tried.length > 0,
      subjects: lostSubjects(group),
      sentence: `the document ${titleOf(letter.words)} does not go to ${numbers}${again}${beside}${why}`,
      old: letter.calls,
      new: tried.length > 0 ? tried : (others[0]?.letter.calls ?? []),
    };
  });
  return [...lost, ...rarerFindings(missing.filter(isRarer), matched, bags)];
}

/** The subjects of a lost letter. A program may drop a different letter of the kind in each run. */
const lostSubjects = (group: readonly ExpectedLetter[]): string[] => [
  ...new Set(group.flatMap((one) => [subjectOf(one), `any of kind ${one.kind}`])),
];

/** The new program's letters with the number and document of a missing one. */
const twinsOf = (one: ExpectedLetter, matched: readonly Match[]): readonly Match[] =>
  matched.filter(({ letter, expected }) => numberOf(expected) === numberOf(one) && fits(one.form, letter.comparable));

/** Findings about documents that go to their number less often. Those for one number are one finding. */
function rarerFindings(
  missing: readonly ExpectedLetter[],
  matched: readonly Match[],
  bags: readonly BagDifference[],
): Finding[] {
  const groups = groupBy(missing, (one) => (isExact(one.form) ? copyKey(one.letter) : subjectOf(one)));
  return [...groups.values()].map((group): Finding => {
    const [first] = group;
    const { words } = first.letter;
    const twins = twinsOf(first, matched);
    const faxes = pluralize(twins.length, 'fax', 'faxes');
    const again = group.some(({ letter }) => letter.fax.resent_from !== null) ? ': the old program sends it again' : '';
    const lacked = bags.find(({ kind }) => kind === first.kind)?.fewer.at(0);
    const isThere = twins.some(({ letter }) => lacked !== undefined && letter.comparable.includes(lacked.word));
    const isNamed = lacked !== undefined && !isThere && !isExact(first.form);
    const like = isNamed || (numberOf(first) === varyingNumber && !isExact(first.form)) ? 'like ' : '';
    const word = isNamed ? `: ${countText(lacked)}` : '';
    return {
      kind: 'lost',
      subjects: lostSubjects(group),
      sentence: `${faxes} ${like}${titleOf(words)} to ${numberOf(first)} in place of ${twins.length + group.length}${word}${again}`,
      old: [...twins.map(({ expected }) => expected), ...group].flatMap(({ letter }) => letter.calls),
      new: twins.flatMap(({ letter }) => letter.calls),
    };
  });
}

/** Whether a request that sent no fax contains the number in any notation. */
function isRefusedSend(
  { operation, params, new_fax_ids: made }: RecordedRequest,
  group: readonly ExpectedLetter[],
): boolean {
  if (made.length > 0 || (operation !== 'sendFax' && operation !== 'resendFax')) return false;
  const text = JSON.stringify(params?.['to'] ?? '').replace(/[^\d]/g, '');
  return group.some(({ letter: { to }, numbers }) => numbers?.size !== 1 || text.includes(to.replace(/^\+1?/, '')));
}

const refusalText = (call: RecordedRequest): string =>
  `: the answer is ${call.answer.status ?? 'none'}, ${refusalReason(call) ?? 'without a reason'}`;

/** Findings about wrong documents. Repetitions of a letter are part of its first finding. */
function documentFindings(matched: readonly Match[], all: readonly ExpectedLetter[]): Finding[] {
  const wrong = matched.filter((match) => !hasForm(match));
  const groups = groupBy(wrong, (match) => `${copyKey(match.letter)} ${differenceText(match)}`);
  return [...groups.values()].map((group): Finding => {
    const [{ letter, expected }] = group;
    const isAgain = group.every((one) => one.expected.letter.fax.resent_from !== null);
    const again = isAgain ? ', where the old program sends a fax again' : '';
    return {
      kind: 'other document',
      subjects: [...new Set([...group.map((one) => subjectOf(one.expected)), ...kindsOf(letter, all)])],
      sentence: `${documentText({ letter, expected })}${again}${group.length > 1 ? `, ${group.length} times` : ''}`,
      old: [...new Set(group.flatMap((one) => one.expected.letter.calls))],
      new: [...new Set(group.flatMap((one) => one.letter.calls))],
    };
  });
}

function documentText(match: Match): string {
  const { letter, expected } = match;
  const lacked = isExact(expected.form) ? lackedPages(letter.comparable, expected.letter.comparable) : [];
  const titles = [letter, expected.letter].map(({ words }) => titleOf(words));
  if (lacked.length > 0) {
    const pages = listed(lacked.map((page) => pageText(expected.letter.words, page)));
    return `the document ${titles[1]} to ${letter.to} lacks ${pages}`;
  }
  // Titles that vary between runs would hide the relevant difference.
  return titles[0] === titles[1] || !isExact(expected.form)
    ? `the document ${titles[0]} to ${letter.to} has ${differenceText(match)}`
    : `${letter.to} gets ${titles[0]} in place of ${titles[1]}`;
}

function differenceText({ letter, expected }: Match): string {
  const { is, was } = differenceOf(expected.form, letter.comparable);
  return `${is} in place of ${was}`;
}

/** A result in the word of v3, which the new program speaks. */
const resultText = (result: Letter['result']): string =>
  laterStatus(result === 'open' ? 'inprogress' : result) ?? result;

function resultFinding({ letter, expected }: Match): Finding | undefined {
  const { words, to, result, error } = letter;
  if (expected.results.has(result)) return undefined;
  const why = error === null ? '' : ` (${error})`;
  const sentence = `the fax ${titleOf(words)} to ${to} ends with ${resultText(result)}${why} in place of ${resultText(expected.letter.result)}`;
  const subjects = [subjectOf(expected)];
  return { kind: 'other result', subjects, sentence, old: expected.letter.calls, new: letter.calls };
}

/** Findings about unexpected letters. Those of one document to one number are one finding. */
function extraFindings(
  extra: readonly Letter[],
  matched: readonly Match[],
  expected: readonly ExpectedLetter[],
): Finding[] {
  const groups = groupBy(extra, copyKey);
  return [...groups.values()].map((group): Finding => {
    const [letter] = group;
    const known = expected.filter((one) => isExpected({ letter, expected: one }));
    const own = known.filter(({ numbers }) => numbers?.size === 1);
    // If letters of a kind may go to any number, only equal texts are copies.
    const twins = matched.filter((one) =>
      own.length > 0
        ? one.letter.to === letter.to && known.includes(one.expected)
        : copyKey(one.letter) === copyKey(letter),
    );
    const all = [...twins.map((one) => one.letter), ...group];
    const faxes = pluralize(all.length, 'fax', 'faxes');
    const like = all.every((one) => one.text === letter.text) ? '' : 'like ';
    return {
      kind: 'doubled',
      subjects: [letter.to, ...kindsOf(letter, expected)],
      sentence: `${faxes} ${like}${titleOf(letter.words)} to ${letter.to} in place of ${own.length > 0 ? own.length : twins.length}`,
      old: known.flatMap((one) => one.letter.calls),
      new: [...new Set(all.flatMap(({ calls }) => calls))],
    };
  });
}
