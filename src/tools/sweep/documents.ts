import type { FaultedRun, Harm } from './expected.ts';
import {
  aboutOf,
  fetchedFaxes,
  isNotified,
  isWhole,
  readsOf,
  receivedText,
  removalsIn,
  statusAtEnd,
} from './achievements.ts';
import { countBy, haveVaryingRecipients } from './observation.ts';
import type { RecordedRequest, RunRecord, SentFax } from './observation.ts';

interface Loss extends Harm {
  /** The fax in words that hold for the same one in another run. */
  readonly about: string;
}

/** Documents that are lost: never delivered, or never read to their end, and the program removed the file. */
export function lostDocuments({ run, ending, ...baselines }: FaultedRun): Harm[] {
  const before = lossesIn(baselines.baseline, true).map(({ about }) => about);
  const losses = lossesIn(run, ending.how === 'passed');
  if (haveVaryingRecipients(baselines)) return losses.slice(before.length);
  return losses.filter(({ about }) => {
    const usual = before.indexOf(about);
    if (usual >= 0) before.splice(usual, 1); // lost without a fault too
    return usual < 0;
  });
}

const lossesIn = (run: RunRecord, isPassed: boolean): Loss[] =>
  removalsIn(run).flatMap(({ fax, call: taken }) => {
    const reason = fax.direction === 'received' ? whyUnread(fax, taken, run) : whyUndelivered(fax, run, isPassed);
    if (reason === undefined) return [];
    const about = aboutOf(fax);
    const removal = `${taken.operation ?? ''} of fax ${fax.id} took the file`;
    const sentence = `the document of the fax ${about} is lost: ${reason}, and ${removal}`;
    return [{ about, sentence, request: taken }];
  });

/** The reason why a received fax is lost: the program removed its file before it had all of it. */
function whyUnread({ id }: SentFax, taken: RecordedRequest, run: RunRecord): string | undefined {
  const reads = readsOf(id, run).filter((call) => call.id < taken.id);
  if (isNotified(id, run, { hasFile: true }) || reads.some(isWhole)) return undefined;
  return reads.length === 0 ? 'its file was never read' : `its file was never read to its end (${breakOf(reads)})`;
}

/**
 * The reason why a sent fax is lost that did not arrive, nor did a resend of it. A document that a resend still has
 * is lost for a program that passes, since nothing sends it again.
 */
function whyUndelivered(fax: SentFax, run: RunRecord, isPassed: boolean): string | undefined {
  const status = statusAtEnd(fax, run);
  const resends = resendsOf(fax, run);
  const statuses = resends.map((id) => run.ends.get(id)?.status ?? 'unknown');
  const isGone = resends.every((id) => run.removed.some((other) => other.id === id));
  if ([status, ...statuses].includes('success') || (!isGone && !isPassed)) return undefined;
  const tried = resends.length === 0 ? '' : `, the status of its resend ${resends.at(-1)} is ${statuses.at(-1)}`;
  return `its status is ${status}${tried}`;
}

/** The resends of a fax, and the resends of those, oldest first. */
function resendsOf({ id }: SentFax, { faxes }: RunRecord): number[] {
  const family = new Set([id]);
  const byId = faxes.toSorted((one, other) => one.id - other.id);
  for (const { id: own, resent_from: original } of byId) if (original !== null && family.has(original)) family.add(own);
  family.delete(id);
  return [...family];
}

const breakOf = (reads: readonly RecordedRequest[]): string => {
  const { status, broken } = reads.at(-1)?.answer ?? { status: null, broken: null };
  return status === null || status < 300
    ? `the last response broke off${broken === null ? '' : `: ${broken}`}`
    : `the last response was ${status}`;
};

/** The received files that the program read whole in both runs without a fault, and not in this one. */
export function unreadFiles({ run, former, baseline }: FaultedRun): Harm[] {
  const read = filesRead(run);
  const usual = filesRead(former);
  return [...filesRead(baseline)].flatMap(([about, count]) => {
    const isMissing = Math.min(count, usual.get(about) ?? 0) > (read.get(about) ?? 0);
    const reads = run.calls.filter((call) => call.operation === 'getFaxFile' && !isWhole(call));
    const reason = reads.length === 0 ? '' : `: ${breakOf(reads)}`;
    if (!isMissing) return [];
    const sentence = `the program passes, though it never read the file of a fax ${about} to its end${reason}`;
    return [{ sentence, request: reads.at(-1) }];
  });
}

/** How many received faxes the program has the file of, by their senders. */
const filesRead = (run: RunRecord): Map<string, number> => countBy(fetchedFaxes(run), (id) => receivedText(id, run));
