import { cpus } from 'node:os';

/**
 * Starts to watch the machine. The returned function ends the watch, and returns whether the machine was too busy. Limits of a
 * program, such as four seconds for a response, may then pass without a fault.
 */
export type WatchMachine = () => () => boolean;

const watchMachine: WatchMachine = () => {
  const before = processorTimes();
  const pulse = new Pulse(performance.now());
  const beating = setInterval(() => pulse.beat(performance.now()), beatMs).unref();
  return () => {
    clearInterval(beating);
    pulse.beat(performance.now());
    return pulse.longestStopMs >= stopMsMin || wasBusyBetween(before, processorTimes());
  };
};

/** Does work, and tells whether the machine was too busy during the work. */
export async function whileWatched<T>(
  work: () => Promise<T>,
  watch: WatchMachine = watchMachine,
): Promise<{ readonly done: T; readonly wasBusy: boolean }> {
  const endWatch = watch();
  let wasBusy = false;
  const done = await work().finally(() => {
    wasBusy = endWatch();
  });
  return { done, wasBusy };
}

/** Real ms between two beats. */
const beatMs = 100;
/** A stall that counts, in real ms: shorter than the limits of careful programs. */
const stopMsMin = 500;

/** Detects stalls of this process, in which it answers no request, because the machine runs other processes or is suspended. */
export class Pulse {
  longestStopMs = 0;
  #last: number;

  /** Times in real ms. */
  constructor(now: number) {
    this.#last = now;
  }

  beat(now: number): void {
    this.longestStopMs = Math.max(this.longestStopMs, now - this.#last - beatMs);
    this.#last = now;
  }
}

/** The ms of all processors since the start of the machine, in total and idle. */
export interface ProcessorTimes {
  readonly all: number;
  readonly idle: number;
}

function processorTimes(): ProcessorTimes {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, one) => sum + one.idle, 0);
  const all = times.reduce((sum, { user, nice, sys, idle: own, irq }) => sum + user + nice + sys + own + irq, 0);
  return { all, idle };
}

/** Whether the processors had hardly any idle time between two moments. */
export const wasBusyBetween = (before: ProcessorTimes, after: ProcessorTimes): boolean =>
  after.idle - before.idle < idleShareMin * (after.all - before.all);

const idleShareMin = 0.1;
