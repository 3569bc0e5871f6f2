import { groupBy } from '../../model/shared/objects.ts';
import { countBy } from '../achievements/beside.ts';
import { unnamedParams } from '../achievements/noise.ts';
import type { Baselines } from '../achievements/noise.ts';
import { isRead, makersOf } from '../achievements/run-record.ts';
import type { RunRecord } from '../achievements/run-record.ts';
import { isAfterWork } from './faults.ts';
import { secondTrials } from './plan.ts';
import type { Recovery, Trial } from './plan.ts';
import { pointName } from './point-names.ts';
import { happeningsIn, pointsOf } from './points.ts';
import type { HappeningOfRun, Point } from './points.ts';
import { isTouched } from './requests.ts';
import type { TrialResult } from './trial-run.ts';

/**
 * The recovery of a program from a fault: the requests, faxes and webhooks that come only with the fault. Second faults are tried
 * only there, because the rest is as without the first fault.
 */

/** A survived fault, and the classes of points that are tried in its run on behalf of other runs. */
export interface Survival {
  readonly trial: Trial;
  readonly run: RunRecord;
  readonly classes: readonly string[];
}

/** The survived faults whose recoveries are tried. Each class of new points is tried once, in the first run that has it. */
export function survivalsIn(results: readonly TrialResult[], baselines: Baselines): Survival[] {
  const known = new Set<string>();
  return results.flatMap((result) => {
    const { trial, verdict, run } = result;
    if (verdict !== 'unaffected' || run === undefined) return [];
    // Whether the fault itself causes a happening, such as a repeated webhook or an arriving fax.
    const isOwn = ({ kind, isReceived }: HappeningOfRun): boolean =>
      isReceived || (kind === 'webhook' && trial.point.kind === 'webhook');
    const fresh = freshIn(run, baselines, unnamedParams(baselines))
      .filter((one) => !isOwn(one))
      .map(classOf);
    const classes = [...new Set(fresh)].filter((one) => !known.has(keyOf(trial, one)));
    for (const one of classes) known.add(keyOf(trial, one));
    return classes.length === 0 ? [] : [{ trial, run, classes }];
  });
}

/** Distinguishes lost from refused work, because programs treat them differently. */
const keyOf = ({ point, fault }: Trial, freshClass: string): string =>
  JSON.stringify([point.on, point.shape, fault.changes ?? isAfterWork(fault), freshClass]);

/** A recovery with its possible trials: a list for each point. */
export interface FoundRecovery extends Omit<Recovery, 'trials'> {
  readonly lists: readonly (readonly Trial[])[];
}

/** Finds the trials after a first fault. `again` is a second run with that fault; `only` is the text of `--only`. */
export function recoveryOf(
  { trial: first, run, classes }: Survival,
  { again, baselines, only }: { again: RunRecord; baselines: Baselines; only?: string | undefined },
): FoundRecovery {
  const unstable = new Set([...unnamedParams(baselines), ...unnamedParams({ former: run, baseline: again })]);
  const fresh = new Set(freshIn(run, baselines, unstable).map(pointName));
  const { points } = pointsOf(run, again, unstable);
  const tried = [
    ...groupBy(
      points.filter((point) => fresh.has(pointName(point))),
      classOf,
    ),
  ].flatMap(([name, alike]) => (classes.includes(name) ? alike.slice(0, 1) : []));
  return { first, points: tried, lists: secondTrials(first, tried, only) };
}

/** The points that come only with the fault, by class. If a class also has points without the fault, only the surplus. */
function freshIn(run: RunRecord, { former, baseline }: Baselines, unstable: ReadonlySet<string>): HappeningOfRun[] {
  const usual = [former, baseline].map((one) => happeningsIn(one, unstable));
  const names = new Set(usual.flat().map(pointName));
  const counts = usual.map((happenings) => countBy(happenings, classOf));
  const polled = new Set(usual.flat().filter(isRepeatedRead).map(classOf));
  const awaited = awaitedIn(run);
  return [...groupBy(happeningsIn(run, unstable), classOf)].flatMap(([name, alike]) => {
    const notices = alike.filter(({ notifiesOf }) => notifiesOf !== null && awaited.has(notifiesOf));
    const more = alike.length - Math.max(...counts.map((count) => count.get(name) ?? 0));
    if (more <= 0 || polled.has(name)) return notices;
    const others = alike.filter((one) => !names.has(pointName(one)));
    return [...new Set([...notices, ...others.slice(0, more)])];
  });
}

/** Whether a happening is a further poll: the number of polls depends on time. */
const isRepeatedRead = ({ kind, on, nth }: HappeningOfRun): boolean => kind === 'call' && isRead(on) && nth > 1;

/** The faxes whose requests the fault has changed. The program learns about them by a webhook, unless it looks them up. */
const awaitedIn = ({ calls, faxes }: RunRecord): ReadonlySet<number> =>
  new Set(faxes.filter(({ id }) => makersOf(id, calls).some(isTouched)).map(({ id }) => id));

const classOf = ({ on, shape }: Pick<Point, 'on' | 'shape'>): string => JSON.stringify([on, shape]);
