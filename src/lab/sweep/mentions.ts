import { aboutOf } from '../achievements/deeds.ts';
import { isRead, makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';

/** The fax that a request is about: one that the fault has brought or changed (a subject), another one, or none. */
type Relation = 'a subject' | 'another fax' | 'no fax';

/**
 * Determines which fax a creating request is about. A request mentions a fax by its id or number, or by a value that only that
 * fax's request has, such as a tag. `to` counts only for received faxes, because their sender may be answered.
 */
export function relationOf(call: RecordedRequest, subjects: readonly SentFax[], run: RunRecord): Relation {
  if (subjects.some((fax) => names(call, fax) || sharesValue(call, fax, run))) return 'a subject';
  const others = [...run.faxes, ...run.received].filter(
    (fax) => !call.new_fax_ids.includes(fax.id) && subjects.every((subject) => aboutOf(subject) !== aboutOf(fax)),
  );
  const isAbout = (fax: SentFax): boolean => call.fax_id === fax.id || hasWord(textOf(call, false), [String(fax.id)]);
  const isOfAnother = others.some((fax) => isAbout(fax) || (!isAlike(call, fax) && sharesOwnValue(call, fax, run)));
  return isOfAnother ? 'another fax' : 'no fax';
}

/** Whether the program got a response or a webhook about a fax before a request. */
export function hasHeardOf(fax: SentFax, { calls, deliveries }: RunRecord, before: RecordedRequest): boolean {
  const isShown = ({ id, operation, fax_id: asked, answer: { body, body_is_cut: isCut } }: RecordedRequest): boolean =>
    id < before.id && isRead(operation ?? '') && (asked === fax.id || isCut || hasWord(body ?? '', wordsFor(fax)));
  const isPosted = deliveries.some(
    ({ fax_id: id, attempts }) =>
      id === fax.id && attempts.some(({ at, answer }) => answer !== null && Date.parse(at) <= Date.parse(before.at)),
  );
  return isPosted || calls.some(isShown);
}

/** The id of a fax and the numbers of its other ends, without the plus sign. */
const wordsFor = ({ id, direction, from_number: from, recipients }: SentFax): string[] => {
  const ends = direction === 'received' ? [from] : recipients.map(({ number }) => number);
  return [String(id), ...ends.flatMap((number) => number ?? []).map((number) => number.replace('+', ''))].filter(
    Boolean,
  );
};

const names = (call: RecordedRequest, fax: SentFax): boolean =>
  call.fax_id === fax.id || hasWord(textOf(call, fax.direction === 'received'), wordsFor(fax));

/** The parameters of a request as one text, with or without its recipients. */
const textOf = ({ params }: RecordedRequest, hasRecipients: boolean): string =>
  JSON.stringify(Object.entries(params ?? {}).filter(([name]) => hasRecipients || name !== 'to'));

const hasWord = (text: string, words: readonly string[]): boolean =>
  text.split(/[^\d]+/).some((part) => words.includes(part));

/** Whether a fax goes to the recipients of a request. */
const isAlike = ({ params }: RecordedRequest, { recipients }: SentFax): boolean =>
  recipients.every(({ number }) => JSON.stringify(params?.['to'] ?? '').includes(number));

/** Whether a request shares a value with the request for a fax, unless all such requests have the value. */
const sharesValue = (call: RecordedRequest, fax: SentFax, run: RunRecord): boolean =>
  sharedValues(call, fax, run).some((value) => run.faxes.some((one) => !valuesFor(one, run).has(value)));

/** Whether a request shares a value with the request for a fax that no request to other recipients has, except its own. */
const sharesOwnValue = (call: RecordedRequest, fax: SentFax, run: RunRecord): boolean =>
  sharedValues(call, fax, run).some((value) =>
    run.faxes.every(
      (one) =>
        call.new_fax_ids.includes(one.id) ||
        isAlike(call, one) ||
        aboutOf(one) === aboutOf(fax) ||
        !valuesFor(one, run).has(value),
    ),
  );

function sharedValues(call: RecordedRequest, fax: SentFax, run: RunRecord): string[] {
  const own = valuesOf(call);
  return [...valuesFor(fax, run)].filter((value) => own.has(value));
}

const valuesFor = ({ id }: SentFax, { calls }: RunRecord): ReadonlySet<string> =>
  new Set(makersOf(id, calls).flatMap((call) => [...valuesOf(call)]));

const valuesOf = ({ params }: RecordedRequest): ReadonlySet<string> =>
  new Set(
    Object.entries(params ?? {}).flatMap(([name, value]) => (name === 'to' ? [] : JSON.stringify([name, value]))),
  );
