import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { asText } from '../../model/shared/conversion.ts';
import { faxesIn, isNotified, achievedTransmissions, wordsFor } from '../achievements/deeds.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import { walksIn } from './walks.ts';
import type { Walk } from './walks.ts';

/** A fax that an answer shows, once for each of its numbers. */
export interface Entry {
  /** The id (of v2.1 if the run created the fax) and the number. */
  readonly id: string;
  /** `fax to +12025550123`. */
  readonly about: string;
  /** A name for the fax that is comparable between runs, with the result if the run created the fax. */
  readonly key: string;
}

/** A list, and all faxes on its pages. */
export interface ShownList {
  readonly walk: Walk;
  readonly entries: readonly Entry[];
  /** False if the journal has cut a page. */
  readonly isWhole: boolean;
}

/** The lists that a run reads, oldest first. */
export const listsIn = (run: RunRecord, nameOf: NumberNames): ShownList[] => {
  const results = resultsIn(run);
  return walksIn(run).map((walk) => ({
    walk,
    entries: distinct(walk.calls.flatMap((call) => entriesIn(call, nameOf, results))),
    isWhole: walk.calls.every(({ answer: { body_is_cut: isCut } }) => !isCut),
  }));
};

/** The faxes that a run knows without a list, by reading them singly or by accepted notifications. */
export function knownSingly(run: RunRecord, nameOf: NumberNames): Entry[] {
  const results = resultsIn(run);
  const read = run.calls.filter(({ operation, answer }) => operation === 'getFax' && answer.status === 200);
  const notified = [...run.faxes, ...run.received].filter(({ id }) => isNotified(id, run));
  return distinct([
    ...read.flatMap((call) => entriesIn(call, nameOf, results)),
    ...notified.flatMap((fax) =>
      wordsFor(fax, nameOf).map((about, at) => {
        const { number } = fax.recipients[at] ?? { number: '' };
        return entryOf({ id: `${fax.id}`, number, about }, results);
      }),
    ),
  ]);
}

/** Each fax once. */
export const distinct = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((one) => [one.id, one])).values(),
];

/** The final results of the faxes that the run created, by id (of any version) and number. */
type Results = ReadonlyMap<string, { readonly id: string; readonly result: string }>;

const resultsIn = (run: RunRecord): Results =>
  new Map(
    achievedTransmissions(run).flatMap(({ fax, to, result }) => {
      const made = { id: `${fax.id} ${to}`, result };
      const later = isList(fax.v3_ids) ? fax.v3_ids.map(String) : [];
      return [String(fax.id), ...later].map((id) => [`${id} ${to}`, made] as const);
    }),
  );

function entryOf({ id, number, about }: { id: string; number: string; about: string }, results: Results): Entry {
  const made = results.get(`${id} ${number}`);
  return made === undefined
    ? { id: `${id} ${number}`, about, key: about }
    : { id: made.id, about, key: `${about}: ${made.result}` };
}

/** The faxes in an answer of any version. */
function entriesIn({ answer: { body } }: RecordedRequest, nameOf: NumberNames, results: Results): Entry[] {
  return faxesIn(body).flatMap((fax) => {
    if (fax['id'] === undefined || fax['is_test'] === true) return [];
    const id = asText(fax['id']);
    return numbersOf(fax).map(({ number, isReceived }) => {
      const about = `fax ${isReceived ? 'from' : 'to'} ${nameOf(number === '' ? null : number)}`;
      return entryOf({ id, number, about }, results);
    });
  });
}

function numbersOf(fax: Mapping): { readonly number: string; readonly isReceived: boolean }[] {
  const { direction, recipients } = fax;
  if (direction === 'received' || direction === 'INBOUND') {
    return [{ number: asText(fax['from_number'] ?? fax['from'] ?? ''), isReceived: true }];
  }
  const several = isList(recipients) ? recipients.filter(isPlainObject) : [];
  const numbers = several.map((one) => one['phone_number'] ?? one['number']);
  return (numbers.length > 0 ? numbers : [fax['to_number'] ?? fax['to'] ?? '']).map((number) => ({
    number: asText(number),
    isReceived: false,
  }));
}
