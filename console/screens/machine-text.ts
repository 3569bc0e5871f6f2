import { clockTime, dateOf, durationWords } from '../format.ts';

interface Machine {
  /** Ms on the clock of this machine. */
  readonly real: number;
  /** The speed of the world's clock. */
  readonly speed: number | undefined;
}

/** The distance between the clock of the world and that of this machine, in words. Only a clock in real time stays at it. */
export function machineText(time: number, { real, speed }: Machine): string {
  const distance = distanceOf(time, real);
  const isClose = distance === 0;
  if (isClose && speed === 1) return 'The time of this machine';
  const machine = `This machine: ${dateOf(real)} ${clockTime(real)}`;
  if (isClose) return machine;
  return `${machine}, ${durationWords(distance)} ${distance > 0 ? 'behind' : 'ahead of'} this clock`;
}

/** How far a clock is ahead of this machine, in ms. It is rounded, because the page knows the clock by an answer that took a while. */
const distanceOf = (time: number, real: number): number => Math.round((time - real) / roundedMs) * roundedMs;
const roundedMs = 5000;

/** `8 h 19 min ahead` of this machine, or `behind` it; empty below a minute, or before the time of the world is known. */
export function distanceText(time: number | undefined): string {
  const distance = time === undefined ? 0 : distanceOf(time, Date.now());
  if (Math.abs(distance) < 60_000) return '';
  return `${durationWords(distance)} ${distance > 0 ? 'ahead' : 'behind'}`;
}
