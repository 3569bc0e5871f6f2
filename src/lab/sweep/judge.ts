import { countBy } from '../achievements/beside.ts';
import type { Ending, RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import type { FaultedRun } from './faulted-run.ts';
import { durationText } from '../../model/shared/duration.ts';
import { idText, statusText } from './fax-words.ts';
import { harmsOf, repeatedReads } from './harms.ts';
import type { Repetition } from './harms.ts';
import { isTouched } from './requests.ts';
import type { VerdictName } from './verdicts.ts';

export interface Judgement {
  readonly verdict: VerdictName;
  /** The reasons, without a full stop. */
  readonly because: readonly string[];
  /** The requests of the program that did the harms. */
  readonly requests: readonly RecordedRequest[];
  /** Whether the verdict rests on the duration of the run, so that another run may show that the machine was slow. */
  readonly isByTime: boolean;
}

/** Whether a person has to examine the result. */
export const isFinding = ({ verdict }: Judgement): boolean => verdict === 'wrong' || verdict === 'broken';

export interface JudgedRun extends FaultedRun {
  /** The user's invariants that the run breaks, in sentences. */
  readonly broken: readonly string[];
}

/** Judges a run. A harm takes precedence over a crash, because the crash may be the smaller damage. */
export function judge({ broken, ...faulted }: JudgedRun): Judgement {
  const harms = faulted.run.fired === 0 ? [] : harmsOf(faulted);
  const requests = [...new Set(harms.flatMap(({ request }) => request ?? []))];
  const sentences = [...new Set([...harms.map(({ sentence }) => sentence), ...broken])];
  return { requests, isByTime: false, ...verdictOn(faulted, sentences) };
}

function verdictOn(
  faulted: FaultedRun,
  harms: readonly string[],
): Pick<Judgement, 'verdict' | 'because'> & Partial<Judgement> {
  const { ending, run, trial } = faulted;
  if (run.fired === 0) return { verdict: 'not reached', because: [] };
  if (harms.length > 0) return { verdict: 'wrong', because: harms };
  const reads = repeatedReads(faulted);
  const remarks = sentencesOf(reads);
  const circumstances = circumstancesOf(run);
  if (ending.how === 'crashed' || ending.how === 'endless') {
    const because = [...breakOf(faulted, reads), ...circumstances];
    return { verdict: 'broken', because, isByTime: ending.how === 'endless' };
  }
  if (ending.how === 'passed') return { verdict: 'unaffected', because: remarks };
  const because = ending.how === 'failed' ? `the program fails (${ending.detail})` : cutShortText(ending);
  const { mustPass } = trial.fault;
  const ownBound = boundOfTest(run);
  if (ownBound !== undefined) return { verdict: 'degraded', because: [ownBound, ...remarks, ...circumstances] };
  if (mustPass === undefined || ending.how !== 'failed')
    return { verdict: 'degraded', because: [because, ...remarks, ...circumstances] };
  return { verdict: 'wrong', because: [`${because}, though ${mustPass}`, ...circumstances], isByTime: true };
}

/**
 * The sentence about a bound in the test, such as `times: 1`, that one more request or webhook exceeded. If the world has no harm,
 * the bound is to blame, not the program.
 */
function boundOfTest({ failure }: RunRecord): string | undefined {
  const line = failure?.split('\n').find((one) => /^Expected (?:exactly|at most|from) \d/.test(one));
  const [, most, count] =
    /^Expected (?:exactly|at most|from \d+ to) (\d+) (?:request|webhook)s?\b.* and there (?:was|were) (\d+)/.exec(
      line ?? '',
    ) ?? [];
  return Number(count) > Number(most)
    ? `a bound of the test does not allow what happens at this fault: ${line ?? ''}`
    : undefined;
}

const cutShortText = ({ ms }: Ending): string =>
  `the program still makes progress after ${(ms / 1000).toFixed(1)} s, the most that a run may take`;

/** The application's responses to the webhooks of the fault, and the work that was due when the program ended. */
function circumstancesOf(run: RunRecord): string[] {
  const { deliveries, faxes, received, now } = run;
  const all = [...faxes, ...received];
  const idOf = (id: number | null): string => {
    const fax = all.find((one) => one.id === id);
    return fax === undefined ? String(id) : idText(fax, run);
  };
  const responses = deliveries.flatMap(({ event, attempts }) =>
    attempts
      .filter(isTouched)
      .map(({ answer, failure }) =>
        answer === null
          ? `the application does not receive the webhook ${event}: ${failure ?? 'no attempt'}`
          : `the application answers the webhook ${event} with ${answer.status}`,
      ),
  );
  const pending = [
    ...deliveries.flatMap(({ event, fax_id: id, due_at: due, attempts }) =>
      due === null
        ? []
        : `the ${attempts.length === 0 ? '' : 'retry of the '}webhook ${event} of fax ${idOf(id)} is due in ${waitText(Date.parse(due) - Date.parse(now))}`,
    ),
    ...all
      .filter(({ completed_at: end }) => end === null)
      .map((fax) => `fax ${idText(fax, run)} is ${statusText(fax.status, run)}`),
  ];
  const more = pending.length > pendingMax ? [`${pending.length - pendingMax} more steps are pending`] : [];
  return [...responses, ...pending.slice(0, pendingMax), ...more];
}

const pendingMax = 3;

/** A wait in seconds, or in minutes if it is at least two. */
function waitText(ms: number): string {
  const unit = ms < 120_000 ? 1000 : 60_000;
  return durationText(Math.max(0, Math.ceil(ms / unit)) * unit);
}

const sentencesOf = (repetitions: readonly Repetition[]): string[] => repetitions.map(({ sentence }) => sentence);

/**
 * The sentences about a program that crashes or does not end. The first sentence alone tells one cause from another: a program that waits
 * differs from one that repeats a request.
 */
function breakOf(faulted: FaultedRun, reads: readonly Repetition[]): string[] {
  const { how, detail, ms } = faulted.ending;
  const repeated = reads.length > 0 ? reads : mostRepeated(faulted);
  if (how === 'crashed') return [`the program crashes with ${detail}`, ...sentencesOf(repeated)];
  const does = repeated[0] === undefined ? '' : `, and sends ${repeated[0].operation} again and again`;
  const end = `the program still runs after ${(ms / 1000).toFixed(1)} s${does}`;
  return [end, ...sentencesOf(repeated), ...(mayGiveUp(faulted, repeated) ? [ownLimitText] : [])];
}

/** Whether an endless program may only wait, or poll until it gives up, for what a fault holds back. */
const mayGiveUp = ({ trial }: FaultedRun, repeated: readonly Repetition[]): boolean =>
  repeated.length === 0 || trial.fault.isOpenEnded === true;

const ownLimitText = 'if it gives up by itself a little later, a longer --limit shows that';

/** The operation that an endless program repeats, if any. */
function mostRepeated({ run, baseline }: Pick<FaultedRun, 'run' | 'baseline'>): Repetition[] {
  const counts = countBy(run.calls, ({ operation }) => operation ?? '');
  const [[operation, count] = ['', 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  const usual = baseline.calls.filter((call) => call.operation === operation).length;
  const sentence = `it sends ${operation} ${count} times in place of ${usual}`;
  return count > usual + many ? [{ operation, sentence }] : [];
}

const many = 10;
