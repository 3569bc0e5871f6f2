import { clockTime, dateOf, distanceOf, durationWords } from '../format.ts';

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
