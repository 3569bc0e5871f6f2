import { Breaths, worksOfTurnMax } from './breath.ts';
import { NamedTasks, TaskHeap } from './agenda.ts';
import type { Plan } from './agenda.ts';
import type { Cancel, Clock, ClockChange, ClockMove, ClockOptions, Work } from './clock.ts';
import type { SystemClock } from './system-clock.ts';
import { Errands } from './errands.ts';
import { FlowingTime } from './flowing-time.ts';
import { orElse } from '../shared/errors.ts';
import { Refusal } from './refusal.ts';
import { recordTimeRange } from './time.ts';

/** The last ms of the year 9999: later years have no four digits, and Date itself has an end. */
export const lastInstant = recordTimeRange.last;

/**
 * The clock of a world: real, accelerated, or manual. Plans begin in order in every move, each at its own instant. A
 * plan for the present instant begins at once, even while time stands still.
 */
export class WorldClock implements Clock {
  readonly namedPlans = new NamedTasks({
    now: () => this.now(),
    schedule: (plan) => void this.#add(plan),
    run: async (plan) => this.#run(plan),
  });
  /** The number of events in all moves. */
  eventsOfMoves = 0;
  readonly #systemClock: SystemClock;
  readonly #onFault: (fault: unknown) => void;
  readonly #agenda = new TaskHeap();
  readonly #upkeep = new TaskHeap();
  readonly #running = new Set<Promise<void>>();
  readonly errands: Errands;
  readonly #time: FlowingTime;
  readonly #aheadAtStart: number;
  readonly #stopListeners = new Set<() => void>();
  readonly #moveListeners = new Set<(how: ClockChange) => void>();
  #cancelWake: Cancel | undefined;
  #move: ClockMove | undefined;
  #isStopped = false;

  constructor({ systemClock, startsAt, speed = 1, onFault }: ClockOptions) {
    this.#systemClock = systemClock;
    this.#onFault = onFault;
    this.#time = new FlowingTime(systemClock, { at: startsAt ?? systemClock.now(), speed });
    this.#aheadAtStart = this.#ahead;
    const isAwaited = (): boolean => this.#move !== undefined;
    this.errands = new Errands({ systemClock, isAwaited, isHeld: () => this.isHeld, awaited: this.#running });
  }

  /** Instant of the next plan; undefined if there is none. */
  get nextDue(): number | undefined {
    return this.#agenda.next;
  }

  get speed(): number {
    return this.#time.speed;
  }

  /** Sets the speed, from the current time on; 0 freezes the clock. */
  set speed(speed: number) {
    this.#time.speed = speed;
    this.#setAlarm();
    this.#tell('set');
  }

  /** How much later this clock is than without moves and changes of its speed, in ms; below 0 if it was frozen. */
  get laterBy(): number {
    return this.#ahead - this.#aheadAtStart;
  }

  get #ahead(): number {
    return this.#time.now() - this.#systemClock.now();
  }

  now(): number {
    return this.#time.now();
  }

  atOneInstant<R>(work: () => R, at?: number): R {
    return this.#time.atOneInstant(work, at);
  }

  schedule<S>(at: number, work: Work<S | undefined>, name?: string, subject?: S): void {
    const plan = { at, work, subject };
    if (this.namedPlans.add(name, plan) === undefined) this.#add(plan);
  }

  #add(plan: Plan, agenda = this.#agenda): number {
    const order = agenda.add(plan);
    if (agenda.next === plan.at) this.#setAlarm(); // an alarm for an earlier plan stays
    return order;
  }

  scheduleUpkeep(at: number, work: Work, name?: string): Cancel {
    const plan = { at, work };
    const held = this.namedPlans.add(name, plan);
    if (held !== undefined) return held;
    const order = this.#add(plan, this.#upkeep);
    return () => this.#upkeep.remove(order);
  }

  noteProgress(name: string): void {
    this.namedPlans.noteProgress(name);
  }

  get isHeld(): boolean {
    return this.namedPlans.isHeld;
  }

  /** The number of plans added so far. */
  get planned(): number {
    return this.#agenda.planned + this.namedPlans.added;
  }

  /**
   * Moves the clock by `byMs`. Everything that falls due happens in order, each at its own instant, with all consequences; webhooks
   * included, if their receivers answer soon. Resolves when the move is done or stopped. Throws a RangeError for a time after the
   * year 9999.
   */
  async advance(byMs: number): Promise<void> {
    const until = this.now() + byMs;
    if (!(until <= lastInstant)) throw new RangeError(`the clock cannot be moved beyond the year 9999: by ${byMs} ms`);
    await this.#drive(until, { staysWhenIdle: false });
  }

  /** Moves the clock from plan to plan until nothing is planned, or until `limitMs` of its time have passed. */
  async runUntilIdle(limitMs = Infinity): Promise<void> {
    await this.#drive(Math.min(this.now() + limitMs, lastInstant), { staysWhenIdle: true });
  }

  /** Throws a Refusal during a move of the clock, because that move might be waiting for the caller. */
  assertMovable(): void {
    if (this.#isStopped)
      throw new Refusal('unavailable', 'The clock has stopped: its world has been deleted or replaced');
    if (this.isMoving)
      throw new Refusal('not_allowed', 'The clock is being moved already: wait until that is over, or stop it');
  }

  get isMoving(): boolean {
    return this.#time.isHalted;
  }

  /** The move under way. */
  get move(): Readonly<ClockMove> | undefined {
    return this.#move;
  }

  /** Ends the move under way after the work of its present instant. */
  stopMove(): void {
    if (this.#move === undefined) return;
    this.#move.isStopped = true;
    this.errands.leaveAll();
    this.#tell('moving');
  }

  /** Counts an event of a move. */
  countEvent(): void {
    this.eventsOfMoves++;
    if (this.#move !== undefined) this.#move.events++;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Stops for good, so that the process can end: begins no more plans, and keeps its time. Does not wait for running work, and
   * ignores its faults.
   */
  stop(): void {
    this.#cancelWake?.();
    this.#time.halt();
    this.#isStopped = true;
    for (const tell of this.#stopListeners) tell();
  }

  onStop(tell: () => void): Cancel {
    this.#stopListeners.add(tell);
    return () => {
      this.#stopListeners.delete(tell);
    };
  }

  /**
   * Calls `tell` after a move of the clock (`moved`), now and then during a long move (`moving`), and after a change of speed
   * (`set`).
   */
  onMove(tell: (how: ClockChange) => void): void {
    this.#moveListeners.add(tell);
  }

  async #drive(until: number, { staysWhenIdle }: { readonly staysWhenIdle: boolean }): Promise<void> {
    this.assertMovable();
    this.#time.halt();
    this.#cancelWake?.();
    const move: ClockMove = (this.#move = { from: this.now(), until, staysWhenIdle, events: 0, isStopped: false });
    const isEnded = (): boolean => this.#isStopped || move.isStopped;
    this.errands.look();
    try {
      for (const breaths = this.#breaths; ;) {
        await this.#rest();
        const at = staysWhenIdle && this.#agenda.next === undefined ? Infinity : this.#next;
        if (at > until || isEnded()) break;
        this.#time.moveTo(Math.max(at, this.now()));
        await this.#runDueUpkeep();
        await this.#beginInstant(breaths);
      }
      if (!isEnded() && (!staysWhenIdle || this.#agenda.next !== undefined)) this.#time.moveTo(until);
      await this.#runDueUpkeep();
    } finally {
      this.#move = undefined;
      if (!this.#isStopped) this.#time.resume();
      this.#setAlarm();
      this.#tell('moved');
    }
  }

  /** Waits for all running work, except errands that were left open. */
  async #rest(): Promise<void> {
    do await Promise.all(this.#running);
    while (this.#running.size > 0);
  }

  /** Begins everything that is due now, with pauses for other work. */
  async #beginInstant(breaths: Breaths): Promise<void> {
    for (let isMore = true; isMore && !this.#isStopped;) {
      isMore = this.#begin(this.now());
      // Beginning is the smaller part of the work; the rest continues when the event loop gets its turn.
      if (isMore || breaths.isDue) await breaths.take();
    }
  }

  #tell(change: ClockChange): void {
    for (const tell of this.#moveListeners) tell(change);
  }

  get #breaths(): Breaths {
    return new Breaths(this.#systemClock, () => this.#tell('moving'));
  }

  /** The time of the earliest plan, upkeep included; Infinity when there is none. */
  get #next(): number {
    return Math.min(this.#agenda.next ?? Infinity, this.#upkeep.next ?? Infinity);
  }

  /** Does the upkeep that is due, and waits for it. */
  async #runDueUpkeep(): Promise<void> {
    while (!this.#isStopped && (this.#upkeep.next ?? Infinity) <= this.now()) {
      this.#begin(this.now(), this.#upkeep);
      await this.#rest();
    }
  }

  /** Begins due plans of one instant, upkeep first. Returns whether more may begin in this turn of the event loop. */
  #beginAnyDue(): boolean {
    const agendas = this.speed === 0 ? [this.#agenda] : [this.#upkeep, this.#agenda];
    const due = agendas.find(({ next = Infinity }) => next <= this.now());
    return due !== undefined && !this.#begin(this.now(), due);
  }

  /** Begins the plans for the earliest time, some at a time. Returns whether there are more for the same time. */
  #begin(until: number, agenda = this.#agenda): boolean {
    const at = agenda.next;
    for (const plan of agenda.takeEarliest(until, worksOfTurnMax)) {
      const work = this.#run(plan);
      if (work === undefined) continue;
      const running: Promise<void> = work.finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    return at !== undefined && at <= until && agenda.next === at;
  }

  /**
   * Does the work of a plan. Returns a promise only if the work takes time, because thousands of plans can be due at one instant.
   */
  #run({ work, subject }: Plan): Promise<void> | undefined {
    const begin = () => work(subject as never);
    return orElse(begin, (fault) => (this.#isStopped ? undefined : this.#onFault(fault)));
  }

  #setAlarm(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    const upkeep = this.speed === 0 ? Infinity : (this.#upkeep.next ?? Infinity);
    const at = Math.min(this.#agenda.next ?? Infinity, upkeep);
    if (at === Infinity || this.isMoving) return;
    const wait = at - this.#time.nextNow;
    if (wait > 0 && this.speed === 0) return;
    this.#cancelWake = this.#systemClock.wake(wait <= 0 ? 0 : Math.min(Math.ceil(wait / this.speed), waitMsMax), () => {
      const breaths = this.#breaths;
      for (let goesOn = true; goesOn && !breaths.isDue;) goesOn = this.#beginAnyDue();
      this.#setAlarm();
    });
  }
}

/** Node's timers hold 31 bits of ms. */
const waitMsMax = 2_000_000_000;
