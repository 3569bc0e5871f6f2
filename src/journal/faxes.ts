import { identifiedRecord } from '../domain/operation.ts';
import { detailsOfEntry } from './journal.ts';
import type { JournalEntry } from './journal.ts';

/** The faxes of a request, by their ids. */
export interface RequestFaxes {
  /** The one that it is about; of one that sends, the one that it sent. */
  readonly about: number | null;
  /** The one that it made. */
  readonly created: number | null;
}

export function faxOf(entry: JournalEntry, { params, body } = detailsOfEntry(entry)): RequestFaxes {
  const { operation } = entry.observed;
  if (operation === 'sendFax') {
    const faxId = madeIn(body);
    return { about: faxId, created: faxId };
  }
  if (operation === null || identifiedRecord(operation) !== 'fax') return { about: null, created: null };
  const id = Number(params?.['id']);
  return { about: Number.isSafeInteger(id) ? id : null, created: operation === 'resendFax' ? madeIn(body) : null };
}

/** v1 calls it faxId. */
function madeIn(body: string | null): number | null {
  const [, id] = /"data":\{"(?:id|faxId)":(\d{1,15})\}/.exec(body ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
