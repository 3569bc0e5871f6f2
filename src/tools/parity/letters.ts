import { groupBy } from '../../model/shared/objects.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import type { RecordedRequest } from '../sweep/observation.ts';
import { titleOf } from './documents.ts';
import type { Finding } from './finding.ts';
import { commonForm, differenceOf, exactForm, fits, isExact } from './forms.ts';
import type { Form } from './forms.ts';
import { lettersOf } from './side.ts';
import type { Letter, NumberNames, Side } from './side.ts';

/** A letter that the old program sends each time. */
interface ExpectedLetter {
  readonly to: string;
  readonly form: Form;
  readonly results: readonly Letter['result'][];
  /** The letter of the second run. */
  readonly letter: Letter;
  /** True if only one of the runs sends it, so that the new program need not. */
  readonly isOptional: boolean;
}

/** A letter of the new program, and the expected one that it stands for; undefined: none. */
interface Sent {
  readonly to: string;
  readonly letter: Letter;
  expected: ExpectedLetter | undefined;
}

/** The letters that two runs of the old program have in common. */
export function expectedLetters([former, later]: readonly [Side, Side], nameOf: NumberNames): ExpectedLetter[] {
  const open = lettersOf(former);
  const takeOf = (is: (letter: Letter) => boolean): Letter | undefined => {
    const at = open.findIndex(is);
    return at < 0 ? undefined : open.splice(at, 1)[0];
  };
  const sent = lettersOf(later).map((letter) => ({ letter, to: nameOf(letter.to) }));
  const equal = sent.map(({ letter, to }) =>
    takeOf((one) => nameOf(one.to) === to && isSameText(one, letter) && one.result === letter.result),
  );
  const common = sent.map(({ letter, to }, at): ExpectedLetter => {
    const twin = equal[at] ?? takeOf((one) => nameOf(one.to) === to);
    const form = twin === undefined ? exactForm(letter.comparable) : commonForm(twin.comparable, letter.comparable);
    return {
      to,
      form,
      letter,
      results: [letter.result, twin?.result ?? letter.result],
      isOptional: twin === undefined,
    };
  });
  const alone = open.map((letter): ExpectedLetter => ({
    to: nameOf(letter.to),
    form: exactForm(letter.comparable),
    letter,
    results: [letter.result],
    isOptional: true,
  }));
  return [...common, ...alone];
}

const isSameText = (one: Letter, other: Letter): boolean => one.comparable.join(' ') === other.comparable.join(' ');

/** The parts that the comparison of letters leaves out, in sentences. */
export function letterNoise(expected: readonly ExpectedLetter[]): string[] {
  const sentences = expected.flatMap(({ to, form, results, isOptional }) => {
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

/** The letters of the new program that are not as expected, and the numbers, by their names, that they concern. */
export function compareLetters(expected: readonly ExpectedLetter[], side: Side, nameOf: NumberNames) {
  const { missing, extra, matched } = matchLetters(expected, side, nameOf);
  const differing = matched.filter((sent) => resultFinding(sent) !== undefined);
  const findings = [
    ...lostFindings(missing, matched, side),
    ...matched.flatMap((sent) => documentFinding(sent) ?? resultFinding(sent) ?? []),
    ...extraFindings(extra, matched, expected),
  ];
  return { findings, concerned: new Set([...missing, ...extra, ...differing].map(({ to }) => to)) };
}

/** Gives each letter the expected one that it is most like: of the same document and number, then of the same number. */
function matchLetters(expected: readonly ExpectedLetter[], side: Side, nameOf: NumberNames) {
  const open = new Set([...expected].sort((one, other) => Number(isExact(other.form)) - Number(isExact(one.form))));
  const sent = lettersOf(side).map((letter): Sent => ({ to: nameOf(letter.to), letter, expected: undefined }));
  for (const isAlike of [isSame, isSameDocument, isSameNumber]) {
    for (const one of sent.filter((each) => each.expected === undefined)) {
      const found = [...open].find((each) => isAlike(one, each));
      if (found === undefined) continue;
      open.delete(found);
      one.expected = found;
    }
  }
  return {
    missing: [...open].filter(({ isOptional }) => !isOptional),
    extra: sent.filter((one) => one.expected === undefined),
    matched: sent.filter((one) => one.expected !== undefined),
  };
}

const isSameNumber = ({ to }: Sent, expected: ExpectedLetter): boolean => expected.to === to;

const isSameDocument = (sent: Sent, expected: ExpectedLetter): boolean =>
  isSameNumber(sent, expected) && fits(expected.form, sent.letter.comparable);

const isSame = (sent: Sent, expected: ExpectedLetter): boolean =>
  isSameDocument(sent, expected) && expected.results.includes(sent.letter.result);

/** Letters that one request of the old program sent are one finding. */
function lostFindings(missing: readonly ExpectedLetter[], matched: readonly Sent[], side: Side): Finding[] {
  const groups = groupBy(missing, ({ letter }) => letter.call?.id ?? letter.fax.id);
  return [...groups.values()].map((group): Finding => {
    const [{ letter }] = group;
    const numbers = listed(group.map(({ to }) => to));
    const others = matched.filter(({ expected }) => expected?.letter.fax.id === letter.fax.id).map(({ to }) => to);
    const tried = side.run.calls.filter((call) => isRefusedSend(call, group));
    const beside = others.length === 0 ? '' : `, though it goes to ${listed(others)}`;
    const why = tried.length === 0 ? '' : `: ${refusalText(tried.at(-1))}`;
    const again = letter.fax.resent_from === null ? '' : ', to which the old program sends it again';
    return {
      kind: 'lost',
      sentence: `the document ${titleOf(letter.words)} does not go to ${numbers}${again}${beside}${why}`,
      old: oneOf(letter.call),
      new: tried.length > 0 ? tried : oneOf(matched.find(({ to }) => others.includes(to))?.letter.call),
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
  return group.some(({ letter: { to } }) => text.includes(to.replace(/^\+1?/, '')));
}

const refusalText = (call: RecordedRequest | undefined): string =>
  call === undefined
    ? ''
    : `the answer is ${call.answer.status ?? 'none'}, ${call.answer.message ?? call.refused?.reason ?? 'without a reason'}`;

function documentFinding({ to, letter, expected }: Sent): Finding | undefined {
  if (expected === undefined || fits(expected.form, letter.comparable)) return undefined;
  const { form } = expected;
  const { is, was } = differenceOf(form, letter.comparable);
  const again = expected.letter.fax.resent_from === null ? '' : ', where the old program sends a fax again';
  const titles = [letter, expected.letter].map(({ words }) => titleOf(words));
  // Titles with words that differ from run to run would hide the difference that counts.
  const sentence =
    titles[0] === titles[1] || !isExact(form)
      ? `the document ${titles[0]} to ${to} has ${is} in place of ${was}${again}`
      : `${to} gets ${titles[0]} in place of ${titles[1]}${again}`;
  return { kind: 'other document', sentence, old: oneOf(expected.letter.call), new: oneOf(letter.call) };
}

function resultFinding({ to, letter, expected }: Sent): Finding | undefined {
  if (expected === undefined || expected.results.includes(letter.result)) return undefined;
  const why = letter.error === null ? '' : ` (${letter.error})`;
  const sentence = `the fax ${titleOf(letter.words)} to ${to} ends with ${letter.result}${why} in place of ${expected.letter.result}`;
  return { kind: 'other result', sentence, old: oneOf(expected.letter.call), new: oneOf(letter.call) };
}

/** Letters beyond the expected ones; those of one document to one number are one finding. */
function extraFindings(
  extra: readonly Sent[],
  matched: readonly Sent[],
  expected: readonly ExpectedLetter[],
): Finding[] {
  const groups = groupBy(extra, ({ to, letter }) => JSON.stringify([to, letter.comparable]));
  return [...groups.values()].map((group): Finding => {
    const [{ to, letter }] = group;
    const known = expected.filter((one) => one.to === to && fits(one.form, letter.comparable));
    const twins = matched.filter((one) => one.to === to && one.expected !== undefined && known.includes(one.expected));
    const all = [...twins, ...group].map((one) => one.letter);
    const sentence = `${pluralize(all.length, 'fax', 'faxes')} ${titleOf(letter.words)} to ${to} in place of ${known.length}`;
    return {
      kind: 'doubled',
      sentence,
      old: known.flatMap((one) => oneOf(one.letter.call)),
      new: [...new Set(all.flatMap(({ call }) => oneOf(call)))],
    };
  });
}

const oneOf = (call: RecordedRequest | undefined): RecordedRequest[] => (call === undefined ? [] : [call]);
