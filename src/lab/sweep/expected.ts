import { isReaching } from '../achievements/deeds.ts';
import { beside } from '../achievements/beside.ts';
import { contentOf, faxNames, varyingParams } from '../achievements/noise.ts';
import type { Baselines } from '../achievements/noise.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RunRecord, SentFax } from '../achievements/run-record.ts';
import { excusedFaxes, excusesOf, forgoneFaxes, replacementsOf } from './excuses.ts';
import type { FaultedRun } from './faulted-run.ts';

/**
 * The faxes of a run to the same recipients, and how many a faithful program sends them at this fault. A fax that fails without the
 * fault may be sent again: the recipients then get no more than one fax.
 */
interface ExpectedFaxes {
  /** `to +12025550123`. */
  readonly to: string;
  readonly faxes: readonly SentFax[];
  /** Faxes of the second run without a fault. */
  readonly usual: readonly SentFax[];
  /** The faxes of the run that reach their recipients, or still may. */
  readonly reaching: readonly SentFax[];
  readonly mostReaching: number;
  /** The minimum number of faxes, successful or not. */
  readonly fewestSent: number;
  /** How many of the faxes in `reaching` the fault excuses. */
  readonly excused: number;
}

/** Groups the faxes of a run by recipients. If the recipients differ between runs, all faxes are one group. */
export function expectedFaxes(faulted: FaultedRun): ExpectedFaxes[] {
  const { run, former, baseline, trial } = faulted;
  const { fault } = trial;
  const nameOf = faxNames({ former, baseline });
  const excuses = excusesOf(faulted);
  const { touched } = excuses;
  const again = touched === undefined ? [] : replacementsOf(touched, former, { former, baseline });
  const isFailing = touched !== undefined && !isReaching(touched, former);
  const mayBeReplaced = isFailing && !again.some((fax) => isReaching(fax, former));
  const isNoLongerFailing = isFailing && (fault.changes === 'fax is late' || fault.changes === 'fax stays open');
  return beside({ usual: baseline.faxes, once: former.faxes, faxes: run.faxes }, nameOf).map((group) => {
    const { key: to, usual, once, faxes } = group;
    const isTouched = touched !== undefined && to === nameOf(touched);
    const usuallyReaching = Math.max(reachingIn(once, former).length, reachingIn(usual, baseline).length);
    return {
      to,
      faxes,
      usual,
      reaching: reachingIn(faxes, run),
      mostReaching: usuallyReaching + (isTouched && mayBeReplaced ? replacedIn(faxes, touched, faulted) : 0),
      fewestSent:
        Math.min(once.length, usual.length) -
        (isTouched && isNoLongerFailing ? again.length : 0) -
        forgoneFaxes(usual, faulted, excuses),
      excused: excusedFaxes({ faxes, usual, usuallyReaching }, faulted, excuses),
    };
  });
}

/** 1 if a fax reaches the recipients of the failing one and does not repeat another fax to them, else 0. */
function replacedIn(faxes: readonly SentFax[], touched: SentFax, { run, ...baselines }: FaultedRun): number {
  const { former } = baselines;
  const own = contentIn(touched, former, baselines);
  const others = former.faxes
    .filter((fax) => isReaching(fax, former))
    .map((fax) => contentIn(fax, former, baselines))
    .filter((content) => content !== own);
  const isRepetition = (fax: SentFax): boolean => others.includes(contentIn(fax, run, baselines));
  return faxes.some((fax) => isReaching(fax, run) && !isRepetition(fax)) ? 1 : 0;
}

/** The content of the request for a fax, without values that differ between runs. */
const contentIn = ({ id }: SentFax, { calls }: RunRecord, baselines: Baselines): string | undefined =>
  makersOf(id, calls).map((call) => contentOf(call, varyingParams(baselines)))[0];

const reachingIn = (faxes: readonly SentFax[], run: RunRecord): SentFax[] =>
  faxes.filter((fax) => isReaching(fax, run));
