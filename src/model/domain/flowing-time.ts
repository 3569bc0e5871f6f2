import type { SystemClock } from './system-clock.ts';

/** Simulated time: it flows at a speed, or stands. All times are in ms since the epoch. */
export class FlowingTime {
  readonly #systemClock: SystemClock;
  /** The real and the simulated time at the same instant. */
  #anchor: { real: number; simulated: number };
  #speed: number;
  #isHalted = false;
  /** The time of `atOneInstant` while its work runs. */
  #instant: number | undefined;

  constructor(systemClock: SystemClock, { at, speed }: { readonly at: number; readonly speed: number }) {
    this.#systemClock = systemClock;
    this.#anchor = { real: systemClock.now(), simulated: at };
    this.#speed = speed;
  }

  now(): number {
    return this.#instant ?? this.nextNow;
  }

  /** The time without regard to `atOneInstant`, for an alarm that is set during its work. */
  get nextNow(): number {
    const { real, simulated } = this.#anchor;
    return this.#isHalted ? simulated : simulated + (this.#systemClock.now() - real) * this.#speed;
  }

  /** Stands at one time during work. Returns the result of the work. */
  atOneInstant<R>(work: () => R, at = this.now()): R {
    const before = this.#instant;
    this.#instant = at;
    try {
      return work();
    } finally {
      this.#instant = before;
    }
  }

  /** Simulated ms for each real one. */
  get speed(): number {
    return this.#speed;
  }

  /** Sets the speed from the present time on. */
  set speed(speed: number) {
    this.moveTo(this.now());
    this.#speed = speed;
  }

  moveTo(simulated: number): void {
    this.#anchor = { real: this.#systemClock.now(), simulated };
  }

  /** Whether the time stays where `moveTo` puts it, whatever the speed. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  halt(): void {
    this.moveTo(this.now());
    this.#isHalted = true;
  }

  resume(): void {
    this.moveTo(this.now());
    this.#isHalted = false;
  }
}
