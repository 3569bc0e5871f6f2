import { stringify } from 'yaml';
import { groupBy, numberByKey, omitUndefined } from '../../model/shared/objects.ts';
import { capital, kebabCase } from '../../model/shared/words.ts';
import { faults } from './faults.ts';
import type { Fault } from './faults.ts';
import { isRead, scenarioPrefix } from '../achievements/run-record.ts';
import { labelOf, pointName, shownName } from './point-names.ts';
import type { Point } from './points.ts';

export interface SweepPlan {
  /** Trials in the order of their runs. */
  readonly trials: readonly Trial[];
  /** The number of faults at all points, equal points included. */
  readonly possible: number;
  readonly classes: readonly PointClass[];
  /** The part of a name that chose the trials; empty if it was none. */
  readonly only?: string;
}

/** Points of the same shape, of which a few are tried. */
interface PointClass {
  readonly points: readonly Point[];
  /** The chosen points in order, each with the contexts that it represents. */
  readonly tried: readonly { readonly point: Point; readonly standsFor: readonly string[] }[];
}

/** The trials of second faults at points that exist only while a program recovers from a first fault. */
export interface Recovery {
  /** The trial of the first fault, which the program survives. */
  readonly first: Trial;
  readonly points: readonly Point[];
  readonly trials: readonly Trial[];
}

export interface TrialChoice {
  /** Whether equal points are all tried. */
  readonly all: boolean;
  /** Limits the trials to those whose name contains this text. */
  readonly only: string;
}

/** Plans all possible faults at all points. Of equal points, only a few are planned unless `all` is set. */
export function planOf(points: readonly Point[], { all, only }: TrialChoice): SweepPlan {
  const classes = classesOf(points, all);
  const chosen = inTurns(classes.map(({ tried }) => tried.map(({ point }) => point)));
  const trials = faults.flatMap((fault) => {
    const fitting = chosen.filter(fault.fits);
    return fitting.map((point): Trial => ({ point, fault, name: scenarioName(point, fault) }));
  });
  const possible = faults.flatMap((fault) => points.filter(fault.fits)).length;
  return {
    trials: kindsFirst(trials).filter(({ name }) => name.includes(trialNameParts(only).first)),
    possible,
    classes,
    only,
  };
}

/**
 * Splits the text of `--only` into the name of a first fault and that of a second:
 * `send-fax-lost-answer-then-list-faxes-unavailable`. `second` is undefined without one.
 */
export function trialNameParts(only: string): { readonly first: string; readonly second: string | undefined } {
  const [first = '', ...others] = only.split(joint);
  return { first, second: others.length === 0 ? undefined : others.join(joint) };
}

const joint = '-then-';

/**
 * The text for `--only` that selects a trial among others: `send-fax-lost-answer`, or the whole name if this is not enough. Of reads
 * it is the whole name, because a program that polls makes more of them in another run.
 */
export function onlyNameOf({ name, point }: Trial, trials: readonly Trial[]): string {
  const short = name.replace(/^sweep-\d+-/, '');
  const isAlone = trials.filter((other) => other.name.includes(short)).length === 1;
  return isAlone && !isRead(point.on) ? short : name;
}

/** The text for `--only` that selects all second faults after a first one: `001-send-fax-lost-answer-then-`. */
export const secondFaultsAfter = ({ name }: Trial): string => `${name.slice(scenarioPrefix.length)}${joint}`;

/** The trials of second faults: a list for each point, the most informative faults first. */
export function secondTrials(first: Trial, points: readonly Point[], only: string | undefined): Trial[][] {
  const second = only === undefined ? '' : (trialNameParts(only).second ?? '');
  const inRecovery = faults.filter(({ isTriedInRecovery }) => isTriedInRecovery === true);
  return points.map((point) =>
    inRecovery
      .filter((fault) => fault.fits(point) && scenarioName(point, fault).includes(second))
      .map((fault): Trial => {
        const name = `${first.name}${joint}${scenarioName(point, fault).slice(scenarioPrefix.length)}`;
        return { point, fault, name, first };
      }),
  );
}

/** The points of the trials in the order of the program, points of the same shape side by side. */
export function pointsIn({ trials, classes }: SweepPlan): Point[] {
  const ofTrials = new Set(trials.map(({ point }) => point));
  return classes
    .flatMap(({ points }) => points.toSorted((one, other) => one.ordinal - other.ordinal))
    .filter((point) => ofTrials.has(point));
}

/**
 * Orders trials: each kind of fault at each kind of point once, then each a second time, and so on. Faults at later sends come
 * before those without an end, which take longest, because many tests check only the first send.
 */
function kindsFirst(trials: readonly Trial[]): Trial[] {
  return numberByKey(trials, kindOf)
    .map(([trial, round]) => ({ trial, turn: turnOf(trial, round) }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ trial }) => trial);
}

function turnOf({ fault, point: { on } }: Trial, round: number): number {
  if (round === 1) return fault.isOpenEnded === true ? 3 : 1;
  const isLaterSend = fault.isTriedAtLaterSends === true && isSending(on) && round <= earlyRoundsMax;
  return isLaterSend ? 2 : round + 2;
}

const isSending = (on: string): boolean => on === 'sendFax' || on === 'resendFax';
const earlyRoundsMax = 4;

/** The kind of a trial: its fault, its operation, event or record, and its first fault if any. */
export const kindOf = ({ fault, point: { on, where }, first }: Trial): string =>
  [fault.id, on, where['event'] ?? '', ...(first === undefined ? [] : ['after', kindOf(first)])].join(' ');

/** Whether two trials have the same fault at points of the same shape. */
export const isSameClass = (one: Trial, other: Trial): boolean =>
  kindOf(one) === kindOf(other) && one.point.shape === other.point.shape;

/** Merges lists: the first item of each, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const most = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

function classesOf(points: readonly Point[], all: boolean): PointClass[] {
  const shapes = groupBy(points, ({ on, shape }) => JSON.stringify([on, shape]));
  return [...shapes.values()].map((alike) => ({
    points: alike,
    tried: all ? alike.map((point) => ({ point, standsFor: point.contexts })) : representativesOf(alike),
  }));
}

/** Chooses points until each context is covered: the first point, then repeatedly the earliest point with the most new contexts. */
function representativesOf(points: readonly Point[]): PointClass['tried'] {
  const ranks = new Map([
    [points[Math.floor(points.length / 2)], 'one in the middle'],
    [points.at(-1), 'the last'],
    [points[0], 'the first'],
  ]);
  const contextsOf = (point: Point): string[] => {
    const rank = ranks.get(point);
    return rank === undefined ? [...point.contexts] : [rank, ...point.contexts];
  };
  const open = new Set(points.flatMap(contextsOf));
  const tried: { point: Point; standsFor: string[] }[] = [];
  while (open.size > 0) {
    const candidates = points.map((point) => ({ point, standsFor: contextsOf(point).filter((one) => open.has(one)) }));
    const [first, ...others] = tried.length === 0 ? candidates.slice(0, 1) : candidates;
    if (first === undefined) break;
    const best = others.reduce((most, one) => (one.standsFor.length > most.standsFor.length ? one : most), first);
    for (const context of best.standsFor) open.delete(context);
    tried.push(best);
  }
  return tried;
}

/** A planned run: a fault at a point. */
export interface Trial {
  readonly point: Point;
  readonly fault: Fault;
  /** The name of the trial's scenario. */
  readonly name: string;
  /** Replaces the ordinal of the point if the program polls fewer times than without a fault. */
  readonly nth?: number;
  /** The fault before this one, from which the program recovers. */
  readonly first?: Trial;
}

/** `sendFax(v2.1, to=+12025550123)#1: the response is 503`; two sentences for two faults. */
export function trialTitle({ point, fault, first }: Trial): string {
  if (first === undefined) return `${shownName(pointName(point), labelOf(point))}: ${fault.says}`;
  const [before, then] = [`${placeOf(first.point)}, ${first.fault.says}`, `${placeOf(point)}, ${fault.says}`];
  return `${capital(before)}. While the program recovers, ${then}`;
}

/** `at sendFax to=+12025550123`, `at the second sendFax to=+12025550123`, `at the fax`. */
function placeOf(point: Point): string {
  const label = labelOf({ ...point, nth: 1 });
  const ordinal = ordinals[point.nth - 1] ?? `#${point.nth}`;
  if (point.nth > 1) return `at the ${ordinal} ${label}`;
  return point.kind === 'call' ? `at ${label}` : `at the ${label}`;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The scenario of a trial, with a rule for each of its faults, as a file. */
export function scenarioText(trial: Trial): string {
  const { name, first } = trial;
  // The rule of the second fault comes first, because it must count every request, as its point does.
  const rules = [ruleOf(trial), ...(first === undefined ? [] : [{ ...ruleOf(first), id: `first-${first.fault.id}` }])];
  return stringify({ name, description: `${trialTitle(trial)}.`, rules }, { lineWidth: 0 });
}

function ruleOf({ point, fault, nth = point.nth }: Trial) {
  const expected = fault.expect?.(point);
  const [after, times] = [nth - 1, fault.lasts === true ? undefined : 1];
  return omitUndefined({
    id: fault.id,
    on: point.on,
    on_top: true,
    where: whereOf(point),
    after: after === 0 ? undefined : after,
    times,
    do: fault.do,
    expect: expected,
  });
}

/** The conditions of a rule: one for sent faxes must not match received ones, and vice versa. */
function whereOf({ kind, needed, isReceived }: Point): Point['needed'] | undefined {
  if (kind === 'fax') return { ...needed, 'fax.direction': isReceived ? 'received' : 'sent' };
  return Object.keys(needed).length === 0 ? undefined : needed;
}

/** `sweep-003-send-fax-lost-answer` for the third send. Files have this name too. */
function scenarioName({ on, ordinal }: Point, { id }: Fault): string {
  return `${scenarioPrefix}${String(ordinal).padStart(3, '0')}-${kebabCase(on)}-${id}`;
}
