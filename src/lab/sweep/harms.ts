import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { isReaching, isSuccessKnown, statusAtEnd, recipientText } from '../achievements/deeds.ts';
import { median } from '../achievements/beside.ts';
import { varyingParams, contentOf } from '../achievements/noise.ts';
import { makersOf, isRead } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';
import { lostDocuments, unreadFiles } from './documents.ts';
import { expectedFaxes } from './expected.ts';
import { idText, statusText } from './fax-words.ts';
import { lineForm, namesFax } from './fax-lines.ts';
import type { FaultedRun, Harm } from './faulted-run.ts';
import { missingRecords, recordsMadeTwice, unfinishedOrders } from './records.ts';
import type { Trial } from './plan.ts';
import { isTouched } from './requests.ts';

type Judge = (faulted: FaultedRun) => readonly Harm[];

/** The harms of a run, whether or not the program noticed them. */
export const harmsOf = (faulted: FaultedRun): Harm[] => judges.flatMap((judge) => judge(faulted));

const sentTwice: Judge = (faulted) =>
  expectedFaxes(faulted).flatMap(({ to, reaching, mostReaching, excused }) => {
    if (reaching.length - excused <= mostReaching) return [];
    const [ids, last] = [reaching.map((fax) => idText(fax, faulted.run)).join(', '), reaching.at(-1)];
    const sentence = `${pluralize(reaching.length, 'fax', 'faxes')} ${to} in place of ${mostReaching} (${ids})`;
    return [{ sentence, request: last && makersOf(last.id, faulted.run.calls)[0] }];
  });

/** Faxes that failed because of the fault, although the program passes as if they had been sent. */
const reportedAsSent: Judge = (faulted) => {
  const { ending, run, baseline, trial } = faulted;
  if (ending.how !== 'passed') return [];
  const expected = expectedFaxes(faulted);
  return expected.flatMap(({ to, faxes, usual, fewestSent }) => {
    if (faxes.length < fewestSent) return [neverSent(to, usual, faxes, run)];
    const known = usual.filter((fax) => statusAtEnd(fax, baseline) === 'success' && isSuccessKnown(fax, baseline));
    const successes = faxes.filter((fax) => statusAtEnd(fax, run) === 'success');
    const other = faxes.find((fax) => statusAtEnd(fax, run) !== 'success');
    if (successes.length >= known.length || other === undefined || isReported(other, faulted)) return [];
    // A program that sends a replacement to other recipients has noticed the failure.
    const hasSubstitute = expected.some((one) => one.to !== to && one.excused > 0);
    if (trial.fault.changes !== undefined && hasSubstitute) return [];
    const sentence = `the program passes, though the status of the fax ${to} is ${statusText(statusAtEnd(other, run), run)}`;
    return [{ sentence, request: run.calls.findLast(({ fax_id: id }) => id === other.id) }];
  });
};

/**
 * Whether the program has noticed the change of a fax: a line of its output names the fax in any version and notation, and does not
 * come without the fault, not even with other times and counts.
 */
function isReported(fax: SentFax, { run, former, baseline, trial }: FaultedRun): boolean {
  const { changes } = trial.fault;
  const touched = former.faxes.find(({ id }) => id === trial.point.faxId);
  if (changes === undefined || touched === undefined || recipientText(touched) !== recipientText(fax)) return false;
  const isAlike = (one: SentFax): boolean => recipientText(one) === recipientText(fax);
  const formsOf = ({ output }: RunRecord, faxes: readonly SentFax[]): string[] =>
    output.split('\n').map(lineForm(faxes));
  const usual = new Set([former, baseline].flatMap((one) => formsOf(one, one.faxes.filter(isAlike))));
  return formsOf(run, [fax]).some((form) => namesFax(form) && !usual.has(form));
}

function neverSent(to: string, usual: readonly SentFax[], faxes: readonly SentFax[], run: RunRecord): Harm {
  const isMissingResend = resendsIn(faxes) < resendsIn(usual);
  const what = isMissingResend ? `failed fax ${to} was never sent again` : `fax ${to} was never sent`;
  return { sentence: `the program passes, though the ${what}`, request: run.calls.findLast(isTouched) };
}

const resendsIn = (faxes: readonly SentFax[]): number =>
  faxes.filter(({ resent_from: original }) => (original ?? null) !== null).length;

const comesTooEarly: Judge = ({ run, ...baselines }) =>
  failedVerdicts(run, 'honours_retry_after').flatMap((because) => {
    const refused = run.calls.find((call) => isTouched(call) && call.answer.status === 429);
    if (refused === undefined) return [];
    const varying = varyingParams(baselines);
    const repeated = run.calls.find(
      (call) => call.id > refused.id && contentOf(call, varying) === contentOf(refused, varying),
    );
    return repeated === undefined
      ? []
      : [
          {
            sentence: `Retry-After is ignored: the request comes again ${because.slice(because.lastIndexOf('after '))}`,
            request: repeated,
          },
        ];
  });

const acceptsForged: Judge = ({ run, trial }) =>
  failedVerdicts(run, 'rejects_webhook').map((because) => ({
    sentence: `a webhook ${forgeryIn(trial)} is accepted: ${because}`,
    request: undefined,
  }));

const forgeryIn = ({ fault }: Trial): string =>
  fault.do['credentials'] === undefined ? 'with a wrong signature' : 'without the credentials of its URL';

/** Faxes whose response was lost, and which were sent again although they did not fail. */
const duplicates: Judge = (faulted) => {
  const { run } = faulted;
  if (sentTwice(faulted).length > 0) return [];
  const lost = run.faxes.filter(({ id }) => makersOf(id, run.calls).some(isTouched));
  if (lost.length > 0 && !lost.some((fax) => isReaching(fax, run))) return [];
  return failedVerdicts(run, 'no_duplicate_fax').map((sentence) => ({
    sentence,
    request: run.calls.findLast(({ operation }) => operation === 'sendFax' || operation === 'resendFax'),
  }));
};

const failedVerdicts = (run: RunRecord, expectation: string): string[] =>
  run.verdicts
    .filter((one) => one.expectation === expectation && one.verdict === 'failed')
    .map(({ because }) => because);

/** Changes that are repeated many times in spite of the same error. Each repetition can succeed; repeated reads do no harm. */
const repeatsChange: Judge = (faulted) => repetitionsOf(faulted, false);

/** An operation that the program repeats. */
export interface Repetition {
  readonly operation: string;
  /** Without a full stop. */
  readonly sentence: string;
}

/** The reads that the program repeats more than a few times in spite of the same error. */
export const repeatedReads = (faulted: FaultedRun): Repetition[] => repetitionsOf(faulted, true);

/** Requests that the program repeats in spite of the same error: either reads or changes. */
function repetitionsOf({ run, baseline, former }: FaultedRun, areReads: boolean): (Harm & Repetition)[] {
  const varying = varyingParams({ baseline, former });
  const groups = groupBy(run.calls.filter(isTouched), (call) => contentOf(call, varying));
  return [...groups].flatMap(([content, calls]) => {
    const [{ operation }] = calls;
    const usual = baseline.calls.filter((call) => contentOf(call, varying) === content).length;
    const isRepeated = calls.length > repeatsMax + Math.max(0, usual - 1);
    if (!isRepeated || isRead(operation ?? '') !== areReads) return [];
    return [{ operation: operation ?? '', sentence: repetitionText(calls), request: calls.at(-1) }];
  });
}

const repeatsMax = 10;

function repetitionText(calls: readonly [RecordedRequest, ...RecordedRequest[]]): string {
  const times = calls.map(({ at }) => Date.parse(at));
  // The median, because a clock that skips waits makes a few pauses far too long.
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const [first, last] = [median(pauses.slice(0, 3)), median(pauses.slice(-3))];
  const pace = last > 2 * first ? `${first} ms apart at first, ${last} ms at the end` : `${median(pauses)} ms apart`;
  return `the program sends ${calls[0].operation ?? ''} ${calls.length} times, ${pace}, though each response is the same error`;
}

/** Achievements of the run without the fault that are missing, although the program passes. */
const missingAchievements: Judge = (faulted) => {
  if (faulted.ending.how !== 'passed') return [];
  const isLost = lostDocuments(faulted).length > 0; // says as much
  return [...missingRecords(faulted), ...unfinishedOrders(faulted), ...(isLost ? [] : unreadFiles(faulted))];
};

const judges: readonly Judge[] = [
  sentTwice,
  duplicates,
  recordsMadeTwice,
  acceptsForged,
  comesTooEarly,
  lostDocuments,
  reportedAsSent,
  missingAchievements,
  repeatsChange,
];
