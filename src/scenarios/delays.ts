import { draw } from '../domain/dice.ts';
import type { Delay } from './scenario.ts';

/** A delay in ms; where it is left to chance, the draw depends on the seed and the key alone. */
export function delayOf(delay: Delay, seed: number, key: string): number {
  if (typeof delay === 'number') return delay;
  if ('min' in delay) return delay.min + draw(seed, key, 'delay') * (delay.max - delay.min);
  // Log-normal, by Box and Muller.
  const [a, b] = [draw(seed, key, 'delay a'), draw(seed, key, 'delay b')];
  const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b);
  return Math.min(delay.median * Math.exp(delay.sigma * normal), delay.max);
}
