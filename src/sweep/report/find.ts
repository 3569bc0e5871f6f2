import { nameOf } from '../point.ts';
import { isFind } from '../sweep.ts';
import type { SweepResult, TrialResult } from '../sweep.ts';

/** A result that a person has to look at. */
export interface Find {
  readonly result: TrialResult;
  /** `sendFax(v2.1, to=+12025550123)#1: the answer is 503`. */
  readonly title: string;
  /** The title with its reasons: one sentence or two. */
  readonly sentence: string;
  /** The list of accepted finds has it, for this reason. */
  readonly accepted: string | undefined;
}

export type AcceptedReason = (result: TrialResult) => string | undefined;

export const findsOf = ({ results }: SweepResult, acceptedReason: AcceptedReason): Find[] =>
  results.filter(isFind).map((result) => {
    const { point, fault } = result.trial;
    const title = `${nameOf(point)}: ${fault.says}`;
    return { result, title, sentence: `${title}. ${sentences(result.because)}`, accepted: acceptedReason(result) };
  });

const sentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`).join(' ');

/** How a command is written in a shell. */
export const shellText = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
