import { callThatMade } from '../sweep/observation.ts';
import type { Ending, RecordedRequest, RunRecord } from '../sweep/observation.ts';
import { transmissionsOf } from '../sweep/achievements.ts';
import type { Transmission } from '../sweep/achievements.ts';
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
  /** Words as in the document. */
  readonly words: Words;
  /** Words without ids and times. */
  readonly comparable: Words;
  /** The request that sent it; undefined if a control call did. */
  readonly call: RecordedRequest | undefined;
}

/** The letters of a run, oldest first. */
export function lettersOf({ run, documents }: Side): Letter[] {
  const ids = new Set([...run.faxes, ...run.received].map(({ id }) => String(id)));
  return transmissionsOf(run).map((one) => {
    const words = documents.get(one.fax.id) ?? [];
    return { ...one, words, comparable: comparableWords(words, ids), call: callThatMade(one.fax, run.calls) };
  });
}

/** The names of numbers that hold in each run: a number that only one run of the old program has is one of many. */
export type NumberNames = (number: string | null) => string;

/** The name of numbers that differ from run to run. */
const varyingNumber = 'a number that differs between runs';

/** The names of numbers by two runs of the old program: the same numbers have names of their own, and the others one together. */
export function numberNames(ones: readonly (string | null)[], others: readonly (string | null)[]): NumberNames {
  const [one, other] = [new Set(ones), new Set(others)];
  const isVarying = [...one].some((number) => !other.has(number)) || [...other].some((number) => !one.has(number));
  return (number) => {
    if (isVarying && !(one.has(number) && other.has(number))) return varyingNumber;
    return number ?? 'an unknown number';
  };
}
