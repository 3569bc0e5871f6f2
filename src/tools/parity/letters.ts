import { groupBy } from '../../model/shared/objects.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import type { RecordedRequest } from '../achievements/run-record.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import { lackedPages, pageText, titleOf } from './documents.ts';
import type { Finding } from './finding.ts';
import { commonForm, differenceOf, exactForm, fits, isExact } from './forms.ts';
import type { Form } from './forms.ts';
import { lettersOf } from './side.ts';
import type { Letter, Side } from './side.ts';

/** A letter that the old program sends each time. */
interface ExpectedLetter {
  /** The letter of the second run. */
  readonly letter: Letter;
  readonly form: Form;
  readonly results: readonly Letter['result'][];
  /** True if only one of the runs sends it, so that the new program need not. */
  readonly isOptional: boolean;
}

/** A letter of the new program, and the expected one that it stands for. */
interface Match {
  readonly letter: Letter;
  readonly expected: ExpectedLetter;
}

/** The letters that two runs of the old program have in common. */
export function expectedLetters([former, later]: readonly [Side, Side], nameOf: NumberNames): ExpectedLetter[] {
  const open = lettersOf(former, nameOf);
  const takeOf = (is: (letter: Letter) => boolean): Letter | undefined => {
    const at = open.findIndex(is);
    return at < 0 ? undefined : open.splice(at, 1)[0];
  };
  const sent = lettersOf(later, nameOf);
  const equal = sent.map((letter) =>
    takeOf((one) => one.to === letter.to && isSameText(one, letter) && one.result === letter.result),
  );
  const common = sent.map((letter, at) => expectedOf(letter, equal[at] ?? takeOf((one) => one.to === letter.to)));
  return [...common, ...open.map((letter) => expectedOf(letter))];
}

/** A letter with its twin in the other run; one without a twin is optional. */
const expectedOf = (letter: Letter, twin?: Letter): ExpectedLetter => ({
  letter,
  form: twin === undefined ? exactForm(letter.comparable) : commonForm(twin.comparable, letter.comparable),
  results: [letter.result, twin?.result ?? letter.result],
  isOptional: twin === undefined,
});

const isSameText = (one: Letter, other: Letter): boolean => one.comparable.join(' ') === other.comparable.join(' ');

/** The parts that the comparison of letters leaves out, in sentences. */
export function letterNoise(expected: readonly ExpectedLetter[]): string[] {
  const sentences = expected.flatMap(({ letter: { to }, form, results, isOptional }) => {
    if (isOptional) return `only one of the runs sends this fax to ${to}`;
    return [
      ...(isExact(form) ? [] : [`${gapText(form)} of the document to ${to}`]),
      ...(new Set(results).size > 1 ? [`the result of the fax to ${to}`] : []),
    ];
  });
  return [...new Set(sentences)];
}

function gapText({ start, end }: Form): string {
  if (end !== undefined) return 'the middle';
  return pluralize(start.filter((word) => word === undefined).length, 'word');
}

/** The letters of the new program that are not as expected, and the words for the faxes that they concern. */
export function compareLetters(expected: readonly ExpectedLetter[], side: Side, nameOf: NumberNames) {
  const { missing, extra, matched } = matchLetters(expected, lettersOf(side, nameOf));
  const findings = [
    ...lostFindings(missing, matched, side),
    ...matched.flatMap((match) => documentFinding(match) ?? resultFinding(match) ?? []),
    ...extraFindings(extra, matched, expected),
  ];
  const differing = matched.filter((match) => resultFinding(match) !== undefined);
  const letters = [...extra, ...[...missing, ...differing].map(({ letter }) => letter)];
  return { findings, concerned: new Set(letters.map(({ to }) => `fax to ${to}`)) };
}

/** Gives each letter the expected one that it is most like: of the same document and number, then of the same number. */
function matchLetters(expected: readonly ExpectedLetter[], letters: readonly Letter[]) {
  const open = new Set([...expected].sort((one, other) => Number(isExact(other.form)) - Number(isExact(one.form))));
  const matches = new Map<Letter, ExpectedLetter>();
  for (const isAlike of [isSame, isSameDocument, isSameNumber]) {
    for (const letter of letters.filter((one) => !matches.has(one))) {
      const found = [...open].find((one) => isAlike({ letter, expected: one }));
      if (found !== undefined && open.delete(found)) matches.set(letter, found);
    }
  }
  return {
    missing: [...open].filter(({ isOptional }) => !isOptional),
    extra: letters.filter((letter) => !matches.has(letter)),
    matched: letters.flatMap((letter): Match[] => {
      const found = matches.get(letter);
      return found === undefined ? [] : [{ letter, expected: found }];
    }),
  };
}

const isSameNumber = ({ letter, expected }: Match): boolean => expected.letter.to === letter.to;

const hasForm = ({ letter, expected }: Match): boolean => fits(expected.form, letter.comparable);

const isSameDocument = (match: Match): boolean => isSameNumber(match) && hasForm(match);

const isSame = (match: Match): boolean => isSameDocument(match) && match.expected.results.includes(match.letter.result);

/** Letters that one request of the old program sent are one finding. */
function lostFindings(missing: readonly ExpectedLetter[], matched: readonly Match[], side: Side): Finding[] {
  const isRarer = (one: ExpectedLetter): boolean => twinsOf(one, matched).length > 0;
  const groups = groupBy(
    missing.filter((one) => !isRarer(one)),
    ({ letter }) => letter.calls[0]?.id ?? letter.fax.id,
  );
  const lost = [...groups.values()].map((group): Finding => {
    const [{ letter }] = group;
    const numbers = listed(group.map((one) => one.letter.to));
    const others = matched.filter(({ expected }) => expected.letter.fax.id === letter.fax.id);
    const tried = side.run.calls.filter((call) => isRefusedSend(call, group));
    const beside = others.length === 0 ? '' : `, though it goes to ${listed(others.map((one) => one.letter.to))}`;
    const why = tried.map(refusalText).at(-1) ?? '';
    const again = letter.fax.resent_from === null ? '' : ', to which the old program sends it again';
    return {
      kind: 'lost',
      sentence: `the document ${titleOf(letter.words)} does not go to ${numbers}${again}${beside}${why}`,
      old: letter.calls,
      new: tried.length > 0 ? tried : (others[0]?.letter.calls ?? []),
    };
  });
  return [...lost, ...rarerFindings(missing.filter(isRarer), matched)];
}

/** The letters of the new program that have the number and the document of a missing one. */
const twinsOf = ({ letter, form }: ExpectedLetter, matched: readonly Match[]): readonly Match[] =>
  matched.filter((one) => one.expected.letter.to === letter.to && fits(form, one.letter.comparable));

/** Documents that go to their number, and less often; those that are missing at one number are one finding. */
function rarerFindings(missing: readonly ExpectedLetter[], matched: readonly Match[]): Finding[] {
  const groups = groupBy(missing, ({ letter: { to, comparable } }) => JSON.stringify([to, comparable]));
  return [...groups.values()].map((group): Finding => {
    const [first] = group;
    const { to, words } = first.letter;
    const twins = twinsOf(first, matched);
    const faxes = pluralize(twins.length, 'fax', 'faxes');
    const again = group.some(({ letter }) => letter.fax.resent_from !== null) ? ': the old program sends it again' : '';
    return {
      kind: 'lost',
      sentence: `${faxes} ${titleOf(words)} to ${to} in place of ${twins.length + group.length}${again}`,
      old: [...twins.map(({ expected }) => expected), ...group].flatMap(({ letter }) => letter.calls),
      new: twins.flatMap(({ letter }) => letter.calls),
    };
  });
}

/** Whether a request that sent no fax names the number, in any form. */
function isRefusedSend(
  { operation, params, new_fax_ids: made }: RecordedRequest,
  group: readonly ExpectedLetter[],
): boolean {
  if (made.length > 0 || (operation !== 'sendFax' && operation !== 'resendFax')) return false;
  const text = JSON.stringify(params?.['to'] ?? '').replace(/[^\d]/g, '');
  return group.some(({ letter: { number } }) => text.includes(number.replace(/^\+1?/, '')));
}

const refusalText = ({ answer: { status, message }, refused }: RecordedRequest): string =>
  `: the answer is ${status ?? 'none'}, ${message ?? refused?.reason ?? 'without a reason'}`;

function documentFinding(match: Match): Finding | undefined {
  const { letter, expected } = match;
  if (hasForm(match)) return undefined;
  const { is, was } = differenceOf(expected.form, letter.comparable);
  const again = expected.letter.fax.resent_from === null ? '' : ', where the old program sends a fax again';
  const lacked = isExact(expected.form) ? lackedPages(letter.comparable, expected.letter.comparable) : [];
  const titles = [letter, expected.letter].map(({ words }) => titleOf(words));
  // Titles with words that differ from run to run would hide the difference that counts.
  const sentence =
    lacked.length > 0
      ? `the document ${titles[1]} to ${letter.to} lacks ${listed(lacked.map((page) => pageText(expected.letter.words, page)))}${again}`
      : titles[0] === titles[1] || !isExact(expected.form)
        ? `the document ${titles[0]} to ${letter.to} has ${is} in place of ${was}${again}`
        : `${letter.to} gets ${titles[0]} in place of ${titles[1]}${again}`;
  return { kind: 'other document', sentence, old: expected.letter.calls, new: letter.calls };
}

function resultFinding({ letter, expected }: Match): Finding | undefined {
  const { words, to, result, error } = letter;
  if (expected.results.includes(result)) return undefined;
  const why = error === null ? '' : ` (${error})`;
  const sentence = `the fax ${titleOf(words)} to ${to} ends with ${result}${why} in place of ${expected.letter.result}`;
  return { kind: 'other result', sentence, old: expected.letter.calls, new: letter.calls };
}

/** Letters beyond the expected ones; those of one document to one number are one finding. */
function extraFindings(
  extra: readonly Letter[],
  matched: readonly Match[],
  expected: readonly ExpectedLetter[],
): Finding[] {
  const groups = groupBy(extra, ({ to, comparable }) => JSON.stringify([to, comparable]));
  return [...groups.values()].map((group): Finding => {
    const [letter] = group;
    const known = expected.filter((one) => isSameDocument({ letter, expected: one }));
    const twins = matched.filter((one) => one.letter.to === letter.to && known.includes(one.expected));
    const all = [...twins.map((one) => one.letter), ...group];
    const faxes = pluralize(all.length, 'fax', 'faxes');
    return {
      kind: 'doubled',
      sentence: `${faxes} ${titleOf(letter.words)} to ${letter.to} in place of ${known.length}`,
      old: known.flatMap((one) => one.letter.calls),
      new: [...new Set(all.flatMap(({ calls }) => calls))],
    };
  });
}
