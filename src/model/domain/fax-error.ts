import { nearest } from '../shared/words.ts';
import { words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import table from './fax-errors.json' with { type: 'json' };

/** The five kinds of error that a fax can end with. Source: the reference's page on errors. */
export const errorTypes = ['documentConversionError', 'lineError', 'faxError', 'fatalError', 'generalError'] as const;
export type ErrorType = (typeof errorTypes)[number];

export const errorTable = { type: words(errorTypes), id: 'integer', message: 'text' } as const;

/** Why a fax, or the call to one of its recipients, failed. */
export interface FaxError extends RecordOf<typeof errorTable> {}

/**
 * The service's error table, by type and id. Two errors have the id 133; the first one is that of the reference. Source: the
 * reference's page on errors, completed from an older table.
 */
export const faxErrors: readonly FaxError[] = errorTypes.flatMap((type) =>
  Object.entries<readonly number[]>(table[type])
    .flatMap(([message, known]) => known.map((id) => ({ type, id, message })))
    .sort((one, other) => one.id - other.id),
);

/**
 * Ids of the errors that end the call of a received fax: their texts are about a connected caller. Source: id 11 is recorded; the
 * others follow from their texts.
 */
const receivedIds: readonly number[] = [11, 13, 14, 18, 20, 117, 131, 132];

/** The errors that faxes of a direction can fail with. */
export const faxErrorsOf = (direction: 'sent' | 'received'): readonly FaxError[] =>
  direction === 'sent' ? faxErrors : faxErrors.filter(({ id }) => receivedIds.includes(id));

const byId = new Map<number, FaxError>();
for (const error of faxErrors) if (!byId.has(error.id)) byId.set(error.id, error);

/** The error with that id; undefined when the service has none. */
export const faxErrorById = (id: number): FaxError | undefined => byId.get(id);

/** The end of a message about a word in place of an id: `; the nearest is 17 (Busy)`, or an example. */
export function errorIdHint(word: string, errors: readonly FaxError[]): string {
  const near = nearest(
    word,
    errors.map(({ message }) => message),
  );
  const [example] = errors;
  const found = errors.find(({ message }) => message === near) ?? example;
  if (found === undefined) return '';
  return `; ${near === undefined ? 'an example' : 'the nearest'} is ${found.id} (${found.message})`;
}
