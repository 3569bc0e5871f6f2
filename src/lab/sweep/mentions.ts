import { aboutOf } from '../achievements/deeds.ts';
import { isRead, makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';

/** The relation of a request to the faxes that a fault has brought or changed: its subjects. */
type Relation = 'a subject' | 'another fax' | 'no fax';

/**
 * Relates a request that made a fax or a record to the subjects of a fault. A request speaks of a fax by an id or a number, or by a value
 * that only the request for that fax has, such as a tag. The recipients of a request say nothing: `to` counts for received faxes alone,
 * whose sender may be answered.
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

/** Whether the program has heard of a fax before a request: by a response that shows it, or by a webhook. */
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

/** Whether a request has a value of the request for a fax that not all requests for faxes have. */
const sharesValue = (call: RecordedRequest, fax: SentFax, run: RunRecord): boolean =>
  sharedValues(call, fax, run).some((value) => run.faxes.some((one) => !valuesFor(one, run).has(value)));

/** Whether a request has a value that the requests for faxes to no other recipients have, but for its own fax. */
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
