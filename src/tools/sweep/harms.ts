import { groupBy } from '../../model/shared/objects.ts';
import type { Baselines, RecordedRequest, RunComparison, RunRecord, SentFax } from './observation.ts';
import {
  countBy,
  haveVaryingRecipients,
  isRead,
  isRemoval,
  median,
  ownedCollections,
  paramKey,
  recipientsOf,
  scenarioPrefix,
  varyingParams,
} from './observation.ts';
import { pluralize } from '../../model/shared/words.ts';

type Judge = (comparison: RunComparison) => readonly string[];

/** The harms of a run, noticed by the program or not: one sentence each. */
export const harmsOf = (comparison: RunComparison): string[] => judges.flatMap((judge) => judge(comparison));

const sentTwice: Judge = (comparison) => {
  const { run, baseline } = comparison;
  const grouped = groupingOf(comparison);
  const before = grouped(baseline.faxes.filter(isUnderWay));
  return [...grouped(run.faxes.filter(isUnderWay))].flatMap(([to, faxes]) => {
    const usual = before.get(to)?.length ?? 0;
    if (faxes.length <= usual) return [];
    const ids = faxes.map(({ id }) => id).join(', ');
    return [`${pluralize(faxes.length, 'fax', 'faxes')} to ${to} in place of ${usual}: ${ids}`];
  });
};

const madeTwice: Judge = (comparison) => unusualCounts(comparison, (count, usual) => count > usual);

/** The faxes that the application learned to be sent, and the test passes as if they were. */
const reportedAsSent: Judge = (comparison) => {
  const { ending, run, baseline } = comparison;
  if (ending.how !== 'passed') return [];
  const grouped = groupingOf(comparison);
  const now = grouped(run.faxes);
  return [...grouped(baseline.faxes)].flatMap(([to, usual]) => {
    const faxes = now.get(to) ?? [];
    if (faxes.length < usual.length) return [`the program passes, though the fax to ${to} was never sent`];
    const known = usual.filter((fax) => fax.status === 'success' && isKnownToProgram(fax, baseline));
    const successes = faxes.filter(({ status }) => status === 'success');
    const other = faxes.find(({ status }) => status !== 'success');
    if (successes.length >= known.length || other === undefined) return [];
    return [`the program passes, though the status of the fax to ${to} is ${other.status}`];
  });
};

const comesTooEarly: Judge = ({ run, ...baselines }) =>
  failedVerdicts(run, 'honours_retry_after').flatMap((because) => {
    const refused = run.calls.find((call) => isTouched(call) && call.answer.status === 429);
    if (refused === undefined) return [];
    const varying = varyingParams(baselines);
    const isRepeated = run.calls.some(
      (call) => call.id > refused.id && contentOf(call, varying) === contentOf(refused, varying),
    );
    return isRepeated ? [`Retry-After is ignored: ${because}`] : [];
  });

const acceptsForged: Judge = ({ run }) =>
  failedVerdicts(run, 'rejects_webhook').map((because) => `a webhook with a wrong signature is accepted: ${because}`);

const duplicates: Judge = (comparison) =>
  sentTwice(comparison).length > 0 ? [] : failedVerdicts(comparison.run, 'no_duplicate_fax');

/** A program that waits may read as often as it likes, but each repetition of a change can do it once more. */
const repeatsChange: Judge = (comparison) => repetitionsOf(comparison, false);

export const repeatedReads: Judge = (comparison) => repetitionsOf(comparison, true);

/**
 * Sentences about requests that the program repeats more than a few times in spite of the same error: those that only read, or
 * those that change something.
 */
function repetitionsOf({ run, ...baselines }: RunComparison, areReads: boolean): string[] {
  const varying = varyingParams(baselines);
  const groups = groupBy(run.calls.filter(isTouched), (call) => contentOf(call, varying));
  return [...groups.values()]
    .filter(([{ operation }, ...others]) => others.length >= mostRepeats && isRead(operation ?? '') === areReads)
    .map(repetitionText);
}

const mostRepeats = 10;

function repetitionText(calls: readonly [RecordedRequest, ...RecordedRequest[]]): string {
  const times = calls.map(({ at }) => Date.parse(at));
  // A clock that skips waits makes a few of the pauses far too long.
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const [first, last] = [median(pauses.slice(0, 3)), median(pauses.slice(-3))];
  const pace = last > 2 * first ? `${first} ms apart at first, ${last} ms at the end` : `${median(pauses)} ms apart`;
  return `the program sends ${calls[0].operation ?? ''} ${calls.length} times, ${pace}, though each response is the same error`;
}

const judges = [
  sentTwice,
  duplicates,
  madeTwice,
  acceptsForged,
  comesTooEarly,
  lostDocuments,
  reportedAsSent,
  missingAchievements,
  repeatsChange,
];

const failedVerdicts = (run: RunRecord, expectation: string): string[] =>
  run.verdicts
    .filter((one) => one.expectation === expectation && one.verdict === 'failed')
    .map(({ because }) => because);

/** Whether the rule of the sweep has changed a request or a webhook. */
export const isTouched = ({ rule }: Pick<RecordedRequest, 'rule'>): boolean =>
  rule?.startsWith(scenarioPrefix) === true;

/** A time or a UUID among the parameters does not make it another request. */
function contentOf(call: RecordedRequest, varying: ReadonlySet<string>): string {
  const params = Object.entries(call.params ?? {}).filter(([name]) => !varying.has(paramKey(call, name)));
  return JSON.stringify([call.operation, params]);
}

/** The first request that differs from that at the same place of the run without a fault, in a sentence. */
export function departureOf({ run, ...baselines }: Omit<RunComparison, 'ending'>): string | undefined {
  const varying = varyingParams(baselines);
  const [now, usual] = [steps(run, varying), steps(baselines.baseline, varying)];
  const found = now.findIndex((step, index) => step.content !== usual[index]?.content);
  if (found < 0 && now.length === usual.length) return undefined;
  const at = found < 0 ? now.length : found;
  return `request ${at + 1} is ${now[at]?.text ?? 'no further request'} in place of ${usual[at]?.text ?? 'the end'}`;
}

/** The requests of a run; equal reads in a row are one, since their number depends on real time. */
function steps({ calls }: RunRecord, varying: ReadonlySet<string>) {
  return calls
    .map((call) => ({ call, content: contentOf(call, varying) }))
    .filter(({ call, content }, index, all) => !isRead(call.operation ?? '') || content !== all[index - 1]?.content)
    .map(({ call: { operation, method, params }, content }) => {
      const subject = [params?.['to'], params?.['id']].find(
        (one) => typeof one === 'string' || typeof one === 'number',
      );
      return { content, text: `${operation ?? method}${subject === undefined ? '' : ` ${subject}`}` };
    });
}

const isUnderWay = ({ status }: SentFax): boolean => status !== 'failure' && !/cancel/i.test(status);

/** Its end was in a webhook that the application accepted, or in an answer. */
function isKnownToProgram({ id }: SentFax, { calls, deliveries }: RunRecord): boolean {
  const isDelivered = deliveries.some((delivery) => delivery.fax_id === id && delivery.state === 'delivered');
  const isRead = calls.some(
    ({ operation, answer: { body } }) =>
      (operation === 'getFax' || operation === 'listFaxes') &&
      body?.includes(`"id":${id},`) === true &&
      body.includes('"status":"success"'),
  );
  return isDelivered || isRead;
}

/** Groups faxes by their recipients; where a program has others in each run, all are one group. */
function groupingOf(baselines: Baselines) {
  const isVarying = haveVaryingRecipients(baselines);
  return (faxes: readonly SentFax[]) =>
    groupBy(faxes, (fax) => (isVarying ? 'numbers that differ between runs' : recipientsOf(fax)));
}

interface Loss {
  /** The fax in words that hold for the same one in another run. */
  readonly about: string;
  readonly sentence: string;
}

/** Documents that are lost: never delivered, or never read to their end, and the program removed the file. */
function lostDocuments({ run, ending, ...baselines }: RunComparison): string[] {
  const before = lossesIn(baselines.baseline, true).map(({ about }) => about);
  const losses = lossesIn(run, ending.how === 'passed');
  if (haveVaryingRecipients(baselines)) return losses.slice(before.length).map(({ sentence }) => sentence);
  return losses.flatMap(({ about, sentence }) => {
    const usual = before.indexOf(about);
    if (usual < 0) return [sentence];
    before.splice(usual, 1); // lost without a fault too
    return [];
  });
}

const lossesIn = (run: RunRecord, isPassed: boolean): Loss[] =>
  run.removed.flatMap((fax) => {
    const taken = run.calls.find((call) => isRemoval(call) && call.fax_id === fax.id);
    if (taken === undefined) return [];
    const reason = fax.direction === 'received' ? whyUnread(fax, taken, run) : whyUndelivered(fax, run, isPassed);
    if (reason === undefined) return [];
    const about = aboutOf(fax);
    const removal = `${taken.operation ?? ''} of fax ${fax.id} took the file`;
    return [{ about, sentence: `the document of the fax ${about} is lost: ${reason}, and ${removal}` }];
  });

/** Of a received fax of which the program removed the file before it had all of it. */
function whyUnread({ id }: SentFax, taken: RecordedRequest, run: RunRecord): string | undefined {
  const reads = run.calls.filter((call) => call.id < taken.id && isReadOf(call, id));
  if (isPosted(id, run) || reads.some(isWhole)) return undefined;
  return reads.length === 0 ? 'its file was never read' : `its file was never read to its end (${breakOf(reads)})`;
}

/**
 * Of a sent fax that did not arrive, nor did a resend of it. Where a resend still has the file, it is lost for a program that
 * passes, since nothing sends it again.
 */
function whyUndelivered(fax: SentFax, run: RunRecord, isPassed: boolean): string | undefined {
  const status = run.outcomes.get(fax.id) ?? fax.status;
  const resends = resendsOf(fax, run);
  const statuses = resends.map((id) => run.outcomes.get(id) ?? 'unknown');
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

const aboutOf = (fax: SentFax): string =>
  fax.direction === 'sent' ? `to ${recipientsOf(fax)}` : `from ${fax.from_number ?? 'an unknown number'}`;

const isReadOf = ({ operation, fax_id: id, params }: RecordedRequest, fax: number): boolean =>
  operation === 'getFaxFile' && id === fax && params?.['thumbnail'] === undefined;

const isWhole = ({ answer: { status, broken } }: RecordedRequest): boolean => status === 200 && broken === null;

/** Its file was in a webhook that the application accepted. */
const isPosted = (fax: number, { deliveries }: RunRecord): boolean =>
  deliveries.some(
    ({ fax_id: id, state, attempts }) =>
      id === fax && state === 'delivered' && attempts.some(({ files }) => files.length > 0),
  );

/** All that the program achieved without the fault, and not in a run that passes as if it had. */
function missingAchievements({ ending, run, ...baselines }: RunComparison): string[] {
  if (ending.how !== 'passed') return [];
  const fewer = unusualCounts({ run, ...baselines }, (count, usual) => count < usual);
  const numbers = fewer.map((sentence) => `the program passes, though ${sentence}`);
  const isLost = lostDocuments({ ending, run, ...baselines }).length > 0; // says as much
  return [...numbers, ...(isLost ? [] : unreadFiles(run, baselines))];
}

/** The owned collections whose number of records is unusual, in sentences. */
const unusualCounts = (
  { run, baseline }: Pick<RunComparison, 'run' | 'baseline'>,
  isUnusual: (count: number, usual: number) => boolean,
): string[] =>
  ownedCollections
    .map((name) => ({ name, count: run.owned[name].length, usual: baseline.owned[name].length }))
    .filter(({ count, usual }) => isUnusual(count, usual))
    .map(({ name, count, usual }) => `the account has ${count} ${name.replaceAll('_', ' ')} in place of ${usual}`);

/** The received files that the program read whole in both runs without a fault, and not in this one. */
function unreadFiles(run: RunRecord, { former, baseline }: Baselines): string[] {
  const read = filesRead(run);
  const usual = filesRead(former);
  return [...filesRead(baseline)].flatMap(([about, count]) => {
    const isMissing = Math.min(count, usual.get(about) ?? 0) > (read.get(about) ?? 0);
    const reads = run.calls.filter((call) => call.operation === 'getFaxFile' && !isWhole(call));
    const reason = reads.length === 0 ? '' : `: ${breakOf(reads)}`;
    return isMissing ? [`the program passes, though it never read the file of a fax ${about} to its end${reason}`] : [];
  });
}

/** The number of received faxes whose file the program has, by the number of their sender; those of the fixture by id. */
function filesRead(run: RunRecord): Map<string, number> {
  const own = new Map([...run.faxes, ...run.received].map((fax) => [fax.id, fax]));
  const posted = run.received.filter(({ id }) => isPosted(id, run)).map(({ id }) => id);
  const read = run.calls.flatMap((call) =>
    call.fax_id !== null && isReadOf(call, call.fax_id) && isWhole(call) ? call.fax_id : [],
  );
  // The document of a sent fax is the program's own.
  const ids = [...new Set([...posted, ...read])].filter((id) => own.get(id)?.direction !== 'sent');
  return countBy(ids, (id) => {
    const fax = own.get(id);
    return fax === undefined ? `with the id ${id}` : aboutOf(fax);
  });
}
