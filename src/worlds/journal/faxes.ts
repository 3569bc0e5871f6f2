import { identifiedRecord } from '../../model/domain/operation.ts';
import { detailsOfEntry } from './journal.ts';
import type { JournalEntry } from './journal.ts';

/** The faxes of a request, by their ids. */
export interface RequestFaxes {
  /** The one that it is about; of one that sends, the one that it sent. */
  readonly about: number | null;
  /** The one that it made. */
  readonly created: number | null;
}

export function faxOf(entry: JournalEntry, details = entry.details): RequestFaxes {
  const { operation } = entry.observed;
  const created = createdFax(entry);
  if (operation === 'sendFax') return { about: created, created };
  if (operation === null || identifiedRecord(operation) !== 'fax') return { about: null, created: null };
  const id = Number((details ?? detailsOfEntry(entry)).params?.['id']);
  return { about: Number.isSafeInteger(id) ? id : null, created };
}

/** The fax that a request made; null: it made none. v1 calls its id faxId. */
export function createdFax({ observed: { operation, answer }, details }: JournalEntry): number | null {
  if (operation !== 'sendFax' && operation !== 'resendFax') return null;
  const [, id] = /"data":\{"(?:id|faxId)":(\d{1,15})\}/.exec(details?.body ?? answer.text ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
