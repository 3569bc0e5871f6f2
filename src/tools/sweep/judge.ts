import { countBy } from './observation.ts';
import type { Ending, RunComparison, RunRecord } from './observation.ts';
import { keysOf } from '../../model/shared/objects.ts';
import { durationText } from '../../model/domain/time.ts';
import { harmsOf, isTouched, repeatedReads } from './harms.ts';
import type { Trial } from './plan.ts';

/** The verdicts, the worst first, with their signs and meanings in reports. */
export const verdicts = {
  wrong: { sign: 'W', meaning: 'the world has a wrong state, or the program fails at a fault that it must survive' },
  broken: { sign: 'B', meaning: 'the program crashes, or is not finished at the limit' },
  degraded: { sign: 'd', meaning: 'the program fails at a fault at which it may fail' },
  unaffected: { sign: '·', meaning: 'the program passes, and the world is right' },
  'not reached': { sign: '-', meaning: 'the program did not reach this point' },
} as const;
export type VerdictName = keyof typeof verdicts;
export const verdictNames = keysOf(verdicts);

export interface Judgement {
  readonly verdict: VerdictName;
  /** The reasons, without a full stop. */
  readonly because: readonly string[];
}

/** Whether a person has to look at it. */
export const isFinding = ({ verdict }: Judgement): boolean => verdict === 'wrong' || verdict === 'broken';

export interface JudgedRun extends RunComparison {
  readonly trial: Trial;
  /** The invariants of the user that do not hold, in sentences. */
  readonly broken: readonly string[];
}

/** The verdict on a run. A harm goes before a crash, since the crash may be the smaller damage. */
export function judge({ trial: { fault }, broken, ...comparison }: JudgedRun): Judgement {
  const { ending, run, baseline } = comparison;
  if (run.fired === 0) return { verdict: 'not reached', because: [] };
  const harms = [...harmsOf(comparison), ...broken];
  if (harms.length > 0) return { verdict: 'wrong', because: harms };
  const remarks = repeatedReads(comparison);
  if (ending.how === 'crashed' || ending.how === 'endless') {
    const repeated = remarks.length > 0 ? remarks : mostRepeated({ run, baseline });
    return { verdict: 'broken', because: [breakOf(ending), ...repeated, ...circumstancesOf(run)] };
  }
  if (ending.how === 'passed') return { verdict: 'unaffected', because: remarks };
  const because = `the program fails (${ending.detail})`;
  if (fault.mustPass === undefined)
    return { verdict: 'degraded', because: [because, ...remarks, ...circumstancesOf(run)] };
  return { verdict: 'wrong', because: [`${because}, though ${fault.mustPass}`, ...circumstancesOf(run)] };
}

/** The responses of the application to the webhooks of the fault, and the work that was due when the program ended. */
function circumstancesOf({ deliveries, faxes, now }: RunRecord): string[] {
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
        : `the ${attempts.length === 0 ? '' : 'retry of the '}webhook ${event} of fax ${id} is due in ${waitText(Date.parse(due) - Date.parse(now))}`,
    ),
    ...faxes.filter(({ completed_at: end }) => end === null).map(({ id, status }) => `fax ${id} is ${status}`),
  ];
  const more = pending.length > mostPending ? [`${pending.length - mostPending} more steps are pending`] : [];
  return [...responses, ...pending.slice(0, mostPending), ...more];
}

const mostPending = 3;

/** In seconds, from two minutes on in minutes. */
function waitText(ms: number): string {
  const unit = ms < 120_000 ? 1000 : 60_000;
  return durationText(Math.max(0, Math.ceil(ms / unit)) * unit);
}

const breakOf = ({ how, detail, ms }: Ending): string =>
  how === 'crashed' ? `the program crashes (${detail})` : `the program still runs after ${(ms / 1000).toFixed(1)} s`;

/** The operation that an endless program repeats, if there is one. */
function mostRepeated({ run, baseline }: Pick<RunComparison, 'run' | 'baseline'>): string[] {
  const counts = countBy(run.calls, ({ operation }) => operation ?? '');
  const [[operation, count] = ['', 0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  const usual = baseline.calls.filter((call) => call.operation === operation).length;
  return count > usual + many ? [`it sends ${operation} ${count} times in place of ${usual}`] : [];
}

const many = 10;
