import * as v from 'valibot';
import { exactly, oneOf, text } from '../scenarios/schema-primitives.ts';
import { readDocument } from './document.ts';
import { faults } from './faults.ts';
import { nameOf } from './point.ts';
import type { TrialResult } from './sweep.ts';

/** A find that is known and allowed. */
export interface AcceptedFind {
  /** The name of a point, or its operation: `sendFax`, `fax`, `portOrder`, `webhook`. */
  readonly at: string;
  readonly fault: string;
  readonly because: string;
}

const faultIds = faults.map(({ id }) => id);
const reason = v.pipe(text, v.minLength(1, 'must give a reason'));
const acceptedFile = exactly({
  accepted: v.array(exactly({ at: text, fault: oneOf(faultIds), because: reason }), 'must be a list of accepted finds'),
});

/** Reads a file of accepted finds. Throws a CliError that names the file, the line and the key of a fault. */
export const readAccepted = async (path: string): Promise<readonly AcceptedFind[]> =>
  (await readDocument(path, acceptedFile)).accepted;

/** Reads `sendFax: lost-answer`. */
export function acceptedIn(words: string): AcceptedFind {
  const at = words.lastIndexOf(':');
  return { at: words.slice(0, at).trim(), fault: words.slice(at + 1).trim(), because: 'the test accepts it' };
}

/** Why a find is accepted; undefined when it is not. */
export function reasonIn(accepted: readonly AcceptedFind[], { trial }: TrialResult): string | undefined {
  return accepted.find((one) => isAbout(one, trial))?.because;
}

/** The entries of the list that no find needs any more. */
export const unusedIn = (accepted: readonly AcceptedFind[], finds: readonly TrialResult[]): readonly AcceptedFind[] =>
  accepted.filter((one) => !finds.some(({ trial }) => isAbout(one, trial)));

const isAbout = ({ at, fault }: AcceptedFind, { point, fault: { id } }: TrialResult['trial']): boolean =>
  fault === id && (at === point.on || at === nameOf(point));
