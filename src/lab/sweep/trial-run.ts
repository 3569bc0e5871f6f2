import { setTimeout as pause } from 'node:timers/promises';
import type { WorldEvent } from '../../control/client/surface.ts';
import type { OwnWorld, WorldHandle } from '../../control/client/world-handle.ts';
import type { WorldOrder } from '../../control/client/named-types.ts';
import { lineKindFor, usualLines } from './fax-lines.ts';
import type { LineKind } from './fax-lines.ts';
import { isFinding, judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import type { Baselines, RunComparison } from '../achievements/noise.ts';
import { observeRun, startOf } from '../achievements/run-record.ts';
import type { Ending, RunRecord, Start } from '../achievements/run-record.ts';
import { retryAfterMs } from './faults.ts';
import { moveToNextDue, withEnds } from './world-time.ts';
import { scenarioText } from './plan.ts';
import { timesIn } from './points.ts';
import { whileWatched } from './machine.ts';
import type { WatchMachine } from './machine.ts';
import { longerLimit } from './run-limit.ts';
import { Patience } from './patience.ts';
import { departureOf } from './requests.ts';
import type { Trial } from './plan.ts';

/** Runs the program once, in a world of its own. Does not reject if the program fails. */
export type RunProgram = (
  world: OwnWorld,
  options: { readonly patience: Patience; readonly signal: AbortSignal },
) => Promise<Ending>;

export interface RunOptions {
  readonly simulator: Pick<WorldHandle, 'world'>;
  readonly run: RunProgram;
  readonly order?: WorldOrder | undefined;
  readonly skipsWaits: boolean;
  /** Real ms that a run may take without progress. */
  readonly limitMs: number;
  /** The real ms of the longest run without a fault, which determines the limit; undefined if the user has set the limit. */
  readonly timedMs?: number | undefined;
  /** Watches whether the machine is too busy. Default: by the idle time of its processors. */
  readonly watch?: WatchMachine;
  readonly signal: AbortSignal;
  /** The invariants that a run breaks, in sentences. */
  readonly check?: (ended: RunComparison) => readonly string[];
  /** Writes a file about the world of a finding; returns its path. */
  readonly keep?: (world: OwnWorld, trial: Trial) => Promise<string | undefined>;
}

export interface TrialResult extends Judgement {
  readonly trial: Trial;
  readonly ending: Ending;
  /** Real ms, including the creation and reading of its world. */
  readonly ms: number;
  /** The path of the file that `keep` made. */
  readonly worldFile: string | undefined;
  /** A sentence about the first request in which the run departs from the run without a fault. */
  readonly departure: string | undefined;
  /** Tells the lines of its output about the faxes of a finding from those about other faxes. */
  readonly lineKind?: LineKind | undefined;
  /** Whether a line of its output also comes without the fault. */
  readonly isUsualLine?: ((line: string) => boolean) | undefined;
  /** The run itself, if the program survived its fault, for second faults. */
  readonly run: RunRecord | undefined;
}

/** Repeats a run whose fault the program survived; undefined if the program does not survive it again. */
export async function runWithFault(
  trial: Trial,
  options: RunOptions,
  baselines: Baselines,
): Promise<RunRecord | undefined> {
  const { result } = await tryOnce(trial, options, baselines);
  return result.run;
}

/**
 * Runs the program with a fault, and judges it. A finding that rests on time, or that comes from a busy machine, counts
 * only if a second run confirms it: on a busy machine, the program may give up on a response that no fault delays.
 */
export async function tryOut(trial: Trial, options: RunOptions, baselines: Baselines): Promise<TrialResult> {
  const { done: result, wasBusy } = await whileWatched(() => tryUntilReached(trial, options, baselines), options.watch);
  if (!isFinding(result) || !(result.isByTime || wasBusy) || options.signal.aborted) return result;
  const isEndless = result.ending.how === 'endless';
  const limitMs = isEndless && result.isByTime ? await limitNow(options, wasBusy) : options.limitMs;
  // A loop takes its whole limit each time, so it is repeated only if the limit may have been too short.
  if (limitMs === undefined) return result;
  const again = await tryUntilReached(trial, { ...options, limitMs }, baselines);
  return again.ending.how === 'stopped' || again.verdict === 'not reached' ? result : again;
}

/** The limit for the time that a run without a fault takes now; undefined if it is not longer than before. */
async function limitNow(options: RunOptions, wasBusy: boolean): Promise<number | undefined> {
  const { timedMs: usualMs, limitMs } = options;
  if (usualMs === undefined) return undefined;
  const { ending } = await runIn(options);
  return longerLimit(limitMs, { usualMs, nowMs: ending.how === 'passed' ? ending.ms : undefined, wasBusy });
}

/**
 * Tries a fault until its point is reached. A program that polls in real time may poll fewer times than before; it then runs again,
 * with the fault at an earlier poll.
 */
async function tryUntilReached(trial: Trial, options: RunOptions, baselines: Baselines): Promise<TrialResult> {
  let { result, times } = await tryOnce(trial, options, baselines);
  for (let again = 0; again < repeatsMax && result.verdict === 'not reached' && isComplete(result); again++) {
    const reachable = again === 0 ? times - 1 : Math.floor(times / 2); // the next run may poll fewer times still
    const nth = Math.min(trial.point.nth, Math.max(1, reachable));
    ({ result, times } = await tryOnce({ ...trial, nth }, options, baselines));
  }
  return result;
}

const repeatsMax = 2;
const isComplete = ({ ending }: TrialResult): boolean => ending.how !== 'stopped';

async function tryOnce(trial: Trial, options: RunOptions, baselines: Baselines) {
  const found = { worldFile: undefined as string | undefined, judgement: undefined as Judgement | undefined };
  const { ending, run, ms } = await runIn(options, {
    begin: (world) => world.scenarios.switch({ source: scenarioText(trial) }),
    end: async (world, { ending, run }) => {
      if (ending.how === 'stopped') return;
      const broken = options.check?.({ ending, run, ...baselines }) ?? [];
      found.judgement = judge({ trial, ending, run, ...baselines, broken });
      if (isFinding(found.judgement)) found.worldFile = await options.keep?.(world, trial);
    },
  });
  const { worldFile, judgement = unjudged } = found;
  const departure = isFinding(judgement)
    ? departureOf({ run, ...baselines }, trial.first === undefined ? 'first' : 'second')
    : undefined;
  const survived = judgement.verdict === 'unaffected' && trial.first === undefined ? run : undefined;
  const lineKind = lineKindFor(judgement.requests, run);
  const isUsualLine = usualLines([baselines.former, baselines.baseline]);
  const evidence = { worldFile, departure, lineKind, isUsualLine };
  const result: TrialResult = { trial, ending, ms, ...evidence, run: survived, ...judgement };
  return { result, times: timesIn(run, trial.point, baselines) };
}

const unjudged: Judgement = { verdict: 'not reached', because: [], requests: [], isByTime: false };

/** The work on the world before the program begins, and after it ends. */
export interface TrialSteps {
  readonly begin: (world: OwnWorld) => unknown;
  readonly end: (world: OwnWorld, outcome: { ending: Ending; run: RunRecord }) => Promise<void>;
}

/** Runs the program once in a world of its own, and reads that world afterwards. */
export async function runIn(
  { simulator, order, run: runProgram, signal, skipsWaits, limitMs }: RunOptions,
  steps?: TrialSteps,
) {
  const startedAt = performance.now();
  const world = await simulator.world(order);
  const done = new AbortController();
  const patience = new Patience(limitMs);
  try {
    await steps?.begin(world);
    const [start, { webhook_token: token }] = await Promise.all([startOf(world), world.settings.show()]);
    patience.begin();
    const activity = { last: performance.now() };
    const listening = hearWorld(world, done.signal, (event) => noteEvent(event, activity, patience));
    const skipping = skipsWaits ? skipWaits(world, { start, activity, signal: done.signal }) : undefined;
    const ended = await runProgram(world, { patience, signal });
    const ending = ended.how === 'endless' && patience.isAtBound ? ({ ...ended, how: 'cut short' } as const) : ended;
    done.abort(); // no later event is the program's
    const [skippedMs = 0] = await Promise.all([skipping, listening]);
    await lastAnswers(world);
    const observed = await observeRun(world, start);
    const run = { ...(await withEnds(world, observed, start)), output: ending.output };
    await steps?.end(world, { ending, run });
    return { ending, run, skippedMs, isSigned: token !== null, ms: performance.now() - startedAt };
  } finally {
    patience.end();
    done.abort();
    await world.close();
  }
}

/** How long to wait for the last answers of an ended program, in real ms. */
const answersMs = 300;

/**
 * Waits until answers that the program gave to webhooks just before its end are recorded. A receiver that hangs gives
 * no answer.
 */
async function lastAnswers(world: WorldHandle): Promise<void> {
  const until = performance.now() + answersMs;
  while (performance.now() < until) {
    const { open } = await world.clock.show();
    if (open.length === 0) return;
    await pause(moveMs / 5);
  }
}

/** Real ms without a change after which the program counts as waiting; longer than its work between two requests. */
const quietMs = 150;
/** Real ms between two moves of the clock, so that a polling program sees each step. */
const moveMs = 50;

interface Skipping {
  readonly start: Start;
  /** The time of the program's latest change, by `performance.now()`. */
  readonly activity: { readonly last: number };
  readonly signal: AbortSignal;
}

/** Moves the clock to the next due event whenever nothing has happened for a while, until the signal aborts. Returns the ms of all moves. */
async function skipWaits(world: WorldHandle, { start, activity, signal }: Skipping): Promise<number> {
  let skippedMs = 0;
  for (;;) {
    await pause(moveMs);
    if (isOver(signal)) return skippedMs;
    if (performance.now() - activity.last < quietMs) continue;
    skippedMs += await moveToNextDue(world, start).catch(() => 0); // another mover goes first, and the world may be gone
  }
}

const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** Listens to the events of a world until the signal aborts or the world ends. */
export async function hearWorld(
  world: WorldHandle,
  signal: AbortSignal,
  hear: (event: WorldEvent) => void,
): Promise<void> {
  try {
    for await (const event of world.events({ signal })) hear(event);
  } catch {
    // the world is gone
  }
}

/**
 * Notes an event as activity of the program. Repeated reads of a fax do not count, because a program that repeats them
 * is waiting.
 */
function noteEvent(event: WorldEvent, activity: { last: number }, patience: Patience): void {
  if (!('summary' in event)) return;
  const isRequest = event.kind === 'request';
  if (event.kind === 'webhook' || (isRequest && !event.summary.startsWith('GET '))) noteAct(activity, 0);
  // A skip in the time of a Retry-After would count as time that the program has waited.
  if (isRequest && event.status === '429') noteAct(activity, retryAfterMs);
  const [path = '', query = ''] = event.summary.split('?', 2);
  if (isRequest) patience.note(`${path} ${query.replace(/\d+/g, 'N')}`);
  else if (event.kind === 'fax' && event.action === 'created') patience.note(event.summary);
}

/** Notes that the program acts now, or will do after a wait in real ms. */
function noteAct(activity: { last: number }, waitMs: number): void {
  activity.last = Math.max(activity.last, performance.now() + waitMs);
}
