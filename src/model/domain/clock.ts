import type { Errands } from './errands.ts';
import type { SystemClock } from './system-clock.ts';

/** The work of a plan; `subject` is what the plan is about. */
export type Work<S = undefined> = (subject: S) => void | Promise<void>;

/** Cancels a plan; does nothing once its work has begun. */
export type Cancel = () => void;

/**
 * A world's only source of time. All times in the model are milliseconds since the Unix epoch on this clock.
 */
export interface Clock {
  now(): number;
  /**
   * Stops the clock during work that waits for nothing, at the time `at` in ms, or else at the present time. Returns the result
   * of the work.
   */
  atOneInstant<R>(work: () => R, at?: number): R;
  /** Whether a call is moving the clock. It then stays at each instant until everything due is done. */
  readonly isMoving: boolean;
  /** Whether named plans are held back until a replay begins them. */
  readonly isHeld: boolean;
  /** Whether the clock has stopped for good, so that unfinished work must not change anything. */
  readonly isStopped: boolean;
  /** The work that waits for others, such as the answer of a receiver. */
  readonly errands: Errands;
  /** Calls the listener at the end of this clock, such as a reset of its world. */
  onStop(tell: () => void): Cancel;
  /**
   * Plans work for a time, or for now if that is past. Work of the same time begins in the order in which it was
   * planned. A call that moves the clock waits for the promise that the work returns, which must not reject. Work of
   * the world itself has a `name`, such as `faxes 1`, and says with `noteProgress` when it changes the world. Work gets
   * its `subject`, so that a plan for each of many faxes needs no function of its own.
   */
  schedule(at: number, work: Work, name?: string): void;
  schedule<S>(at: number, work: Work<S>, name: string, subject: S): void;
  /**
   * Plans upkeep: background work that no call waits for. It runs before all other work of its time, and waits while
   * the clock stands still. It does not count when the clock runs until nothing is due.
   */
  scheduleUpkeep(at: number, work: Work, name?: string): Cancel;
  /**
   * Notes that named work changes the world now, which may be later than planned, because a timer was late or a document took long.
   * A replay repeats the work at this time.
   */
  noteProgress(name: string): void;
}

/** A move of a clock that is under way; all times are those of the clock. */
export interface ClockMove {
  readonly from: number;
  /** Latest end of the move. */
  readonly until: number;
  /** Whether the move ends as soon as nothing is due. */
  readonly staysWhenIdle: boolean;
  events: number;
  isStopped: boolean;
}

export interface ClockOptions {
  readonly systemClock: SystemClock;
  /** The initial time of the clock. Default: that of the system clock. */
  readonly startsAt?: number | undefined;
  /**
   * Simulated ms for each real one: 1 by default, 60 for a minute a second, 0 for a clock that moves only on request.
   */
  readonly speed?: number;
  /** Called with the errors of failed work. */
  readonly onFault: (fault: unknown) => void;
}

/** How a clock was changed from outside. */
export type ClockChange = 'moved' | 'moving' | 'set';

/** Rounds ms down to a whole second: all times that the service shows end in `.000`. */
export const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** The present second, in ms since the epoch: all times that the service shows end in `.000`. */
export function currentSecond({ clock }: { readonly clock: Pick<Clock, 'now'> }): number {
  return wholeSecond(clock.now());
}
