import { identifiedRecord } from '../domain/operation.ts';
import { detailsOfEntry } from './journal.ts';
import type { JournalEntry } from './journal.ts';

/** The faxes of a request, by their ids. */
export interface RequestFaxes {
  /** The one that it is about; of one that sends, the one that it sent. */
  readonly about: number | null;
  /** The one that it made. */
  readonly made: number | null;
}

export function faxOf(entry: JournalEntry, { params, body } = detailsOfEntry(entry)): RequestFaxes {
  const { operation } = entry.seen;
  if (operation === 'sendFax') {
    const sent = madeIn(body);
    return { about: sent, made: sent };
  }
  if (operation === null || identifiedRecord(operation) !== 'fax') return { about: null, made: null };
  const id = Number(params?.['id']);
  return { about: Number.isSafeInteger(id) ? id : null, made: operation === 'resendFax' ? madeIn(body) : null };
}

/** v1 calls it faxId. */
function madeIn(body: string | null): number | null {
  const [, id] = /"data":\{"(?:id|faxId)":(\d{1,15})\}/.exec(body ?? '') ?? [];
  return id === undefined ? null : Number(id);
}
