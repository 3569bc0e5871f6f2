import { transmissionsOf } from '../achievements/deeds.ts';
import type { NumberNames, Transmission } from '../achievements/deeds.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { Ending, RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import type { Documents, Words } from './documents.ts';
import { comparableWords } from './forms.ts';

/** A run of one of the two programs, with the documents of its faxes. */
export interface Side {
  readonly ending: Ending;
  readonly run: RunRecord;
  readonly documents: Documents;
}

/** A transmission with its document. */
export interface Letter extends Transmission {
  /** The name of the number. */
  readonly to: string;
  /** E.164. */
  readonly number: string;
  /** Words as in the document. */
  readonly words: Words;
  /** Words without ids and times. */
  readonly comparable: Words;
  /** The request that sent it; none if a control call did. */
  readonly calls: readonly RecordedRequest[];
}

/** The letters of a run, oldest first. */
export function lettersOf({ run, documents }: Side, nameOf: NumberNames): Letter[] {
  const ids = new Set([...run.faxes, ...run.received].map(({ id }) => String(id)));
  return transmissionsOf(run).map((one) => {
    const words = documents.get(one.fax.id) ?? [];
    const calls = makersOf(one.fax.id, run.calls);
    return { ...one, to: nameOf(one.to), number: one.to, words, comparable: comparableWords(words, ids), calls };
  });
}
