import { achievedTransmissions } from '../achievements/deeds.ts';
import type { AchievedTransmission } from '../achievements/deeds.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { Ending, RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import type { RunDocuments, Words } from './documents.ts';
import { comparableWords } from './forms.ts';
import { sendOptions } from './send-options.ts';
import type { SendOptions } from './send-options.ts';

/** A run of one of the two programs, with the documents of its faxes. */
export interface Side {
  readonly ending: Ending;
  readonly run: RunRecord;
  readonly documents: RunDocuments;
  /** Ms of the world over which the clock was moved while the program waited. */
  readonly skippedMs?: number;
}

/** Runs of the old program, at least two. */
export type OldSides = readonly [Side, Side, ...Side[]];

/** The last run of the old program, whose requests are shown in reports. */
export const lastOf = (olds: OldSides): Side => olds.at(-1) ?? olds[0];

/** A transmission with its document. */
export interface Letter extends AchievedTransmission {
  /** Words as in the document. */
  readonly words: Words;
  /** Words with placeholders for ids, times and the letter's own number. */
  readonly comparable: Words;
  /** The comparable words as one text. */
  readonly text: string;
  readonly options: SendOptions;
  /** How often the service repeated a failed call. */
  readonly retries: number;
  /** The request that sent it; empty if the journal has dropped it. */
  readonly calls: readonly RecordedRequest[];
}

/** The transmissions that the program caused: not those of faxes that control calls created. */
export const ownTransmissions = (run: RunRecord): AchievedTransmission[] =>
  achievedTransmissions(run).filter(({ fax }) => !run.prepared.has(fax.id));

/** The letters of a run, in an order that does not depend on time and ids. Cached by run. */
export function lettersOf(side: Side): readonly Letter[] {
  const letters = known.get(side) ?? readLetters(side);
  known.set(side, letters);
  return letters;
}

const known = new WeakMap<Side, readonly Letter[]>();

function readLetters({ run, documents }: Side): Letter[] {
  const ids = new Set([...run.faxes, ...run.received].map(({ id }) => String(id)));
  const letters = ownTransmissions(run).map((one): Letter => {
    const words = documents.get(one.fax.id) ?? [];
    const hide = (some: Words): Words => comparableWords(some, ids, one.to);
    const comparable = hide(words);
    const { fax } = one;
    const sent = { options: sendOptions(fax, hide), retries: retriesOf(one), calls: makersOf(fax.id, run.calls) };
    return { ...one, ...sent, words, comparable, text: comparable.join(' ') };
  });
  return letters.sort((one, other) => compareTexts(letterKey(one), letterKey(other)));
}

/** How often a failed call to the number was repeated. */
const retriesOf = ({ fax: { recipients }, to }: AchievedTransmission): number =>
  recipients.find(({ number }) => number === to)?.retry_count ?? 0;

/** Compares texts by code units, as `sort` does, independent of the machine's locale. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A key that is equal for letters with the same number, document and result. */
export const letterKey = (letter: Letter): string => `${copyKey(letter)} ${letter.result}`;

/** A key that is equal for letters with the same number and document. */
export const copyKey = ({ to, text }: Letter): string => JSON.stringify([to, text]);
