import { faxesAbout, faxesIn, isEndKnown, wordsFor } from '../achievements/deeds.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';
import { hasReceiver } from './deeds.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

interface Known {
  readonly nameOf: NumberNames;
  /** The faxes that are lost or doubled, which already explains other differences. */
  readonly concerned: ReadonlySet<string>;
}

/**
 * The faxes whose end all runs of the old program learn, and the new one does not: it does not wait for the end, or ends its wait at
 * a status that v3 does not have. A remark if the new program asks for a webhook, because it may learn the end by that.
 */
export function compareEnds(olds: OldSides, { run }: Side, { nameOf, concerned }: Known) {
  const unread = [...new Set(run.faxes.flatMap((fax) => wordsFor(fax, nameOf)))].filter((about) => {
    const faxes = faxesAbout(about, run, nameOf).filter(({ id }) => !run.prepared.has(id));
    const isLearned = olds.every((old) => isLearnedIn(faxesAbout(about, old.run, nameOf), old.run));
    return isLearned && !concerned.has(about) && !run.calls.some(isCutList) && !isLearnedIn(faxes, run);
  });
  const [first] = unread;
  if (first === undefined) return { findings: [], remarks: [] };
  const old = lastOf(olds).run;
  const isByWebhook = unread.every((about) => faxesAbout(about, run, nameOf).every((fax) => hasReceiver(fax, run)));
  const what = unread.length === 1 ? `the ${first}` : `${unread.length} faxes, such as the ${first}`;
  const why = isByWebhook ? ', unless a webhook tells it, which nothing takes in this run' : '';
  const finding: Finding = {
    kind: 'end unread',
    subjects: unread,
    sentence: `the new program does not learn how ${what} ${unread.length === 1 ? 'ends' : 'end'}, where the old one does${why}`,
    old: readsAbout(first, old, nameOf),
    new: [
      ...faxesAbout(first, run, nameOf).flatMap(({ id }) => makersOf(id, run.calls)),
      ...readsAbout(first, run, nameOf),
    ],
  };
  return isByWebhook ? { findings: [], remarks: [finding] } : { findings: [finding], remarks: [] };
}

const isLearnedIn = (faxes: readonly SentFax[], run: RunRecord): boolean =>
  faxes.length > 0 && faxes.every((fax) => isEndKnown(fax, run));

/** The last read of a fax, if any. */
const readsAbout = (about: string, run: RunRecord, nameOf: NumberNames): RecordedRequest[] => {
  const ids = new Set(faxesAbout(about, run, nameOf).map(({ id }) => id));
  return run.calls.filter(({ operation, fax_id: id }) => operation === 'getFax' && ids.has(id ?? 0)).slice(-1);
};

/** Whether an answer is a list that the journal has cut, so that it does not show which faxes the program saw. */
const isCutList = ({ operation, answer: { body } }: RecordedRequest): boolean =>
  operation === 'listFaxes' && faxesIn(body).some(({ id }) => id === undefined);
