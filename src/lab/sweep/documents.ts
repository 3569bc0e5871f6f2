import { hasArrived } from './excuses.ts';
import type { FaultedRun, Harm } from './faulted-run.ts';
import {
  aboutOf,
  deedsIn,
  isNotified,
  isWhole,
  readsOf,
  removalsOf,
  repetitionsOf,
  statusAtEnd,
  wordsFor,
} from '../achievements/deeds.ts';
import { beside, beyond } from '../achievements/beside.ts';
import { faxNames } from '../achievements/noise.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';

/** Documents that are lost: sent but never delivered, or received and removed before the program had read them to the end. */
export function lostDocuments({ run, ending, ...baselines }: FaultedRun): Harm[] {
  const nameOf = faxNames(baselines);
  const lossesIn = (one: RunRecord, isPassed: boolean) =>
    one.removed.flatMap((fax) => lossesOf(fax, one, isPassed).map((harm) => ({ ...harm, about: nameOf(fax) })));
  return beyond(lossesIn(run, ending.how === 'passed'), lossesIn(baselines.baseline, true), ({ about }) => about);
}

function lossesOf(fax: SentFax, run: RunRecord, isPassed: boolean): Harm[] {
  const [taken] = removalsOf(fax.id, run);
  if (taken === undefined) return [];
  const reason = fax.direction === 'received' ? whyUnread(fax, taken, run) : whyUndelivered(fax, run, isPassed);
  if (reason === undefined) return [];
  const removal = `${taken.operation ?? ''} of fax ${fax.id} removed the file`;
  const sentence = `the document of the fax ${aboutOf(fax)} is lost: ${reason}, and ${removal}`;
  return [{ sentence, request: taken }];
}

/** Why a received fax is lost: the program deleted its file before it had read it to the end. Undefined if it is not lost. */
function whyUnread({ id }: SentFax, taken: RecordedRequest, run: RunRecord): string | undefined {
  const reads = readsOf(id, run.calls).filter((call) => call.id < taken.id);
  if (isNotified(id, run, { hasFile: true }) || reads.some(isWhole)) return undefined;
  return reads.length === 0 ? 'its file was never read' : `its file was never read to its end (${breakOf(reads)})`;
}

/**
 * Why a sent fax is lost: neither the fax nor a resend arrived. If the program passes, it is lost even if a resend has
 * the document, because nothing sends the resend again.
 */
function whyUndelivered(fax: SentFax, run: RunRecord, isPassed: boolean): string | undefined {
  const status = statusAtEnd(fax, run);
  const resends = repetitionsOf(fax, run.faxes);
  const statuses = resends.map(({ id }) => run.ends.get(id)?.status ?? 'unknown');
  const isGone = resends.every(({ id }) => run.removed.some((other) => other.id === id));
  if ([status, ...statuses].includes('success') || (!isGone && !isPassed)) return undefined;
  const tried = resends.length === 0 ? '' : `, the status of its resend ${resends.at(-1)?.id} is ${statuses.at(-1)}`;
  return `its status is ${status}${tried}`;
}

const breakOf = (reads: readonly RecordedRequest[]): string => {
  const { status, broken } = reads.at(-1)?.answer ?? { status: null, broken: null };
  if (status !== null && status >= 300) return `the last response was ${status}`;
  return breakTexts[broken ?? ''] ?? 'the last response broke off';
};

/** How a response ended, in plain words, by the effect of a rule. */
const breakTexts: Readonly<Record<string, string>> = {
  hang: 'the last read got no response',
  reset: 'the connection broke before the last response',
  garbage: 'the last response was no HTTP',
};

/** The received files that the program read completely in both runs without a fault, but not in this one. */
export function unreadFiles({ run, former, baseline }: FaultedRun): Harm[] {
  const fetchedIn = (one: RunRecord) => deedsIn(one).filter(({ kind }) => kind === 'fetched');
  const fetched = { usual: fetchedIn(baseline), once: fetchedIn(former), now: fetchedIn(run) };
  return beside(fetched, ({ about }) => about).flatMap(({ key, usual, once, now }) => {
    const withoutFile = run.received.filter((fax) => !hasArrived(fax) && wordsFor(fax).includes(key)).length;
    if (now.length + withoutFile >= Math.min(usual.length, once.length)) return [];
    const reads = run.calls.filter((call) => call.operation === 'getFaxFile' && !isWhole(call));
    const reason = reads.length === 0 ? '' : `: ${breakOf(reads)}`;
    const sentence = `the program passes, though it never read the file of a ${key} to its end${reason}`;
    return [{ sentence, request: reads.at(-1) }];
  });
}
