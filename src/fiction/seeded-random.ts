import { draw } from '../domain/draws.ts';

/** Draws that follow from a key alone, one after the other: the same key gives the same draws. */
export interface RandomDraws {
  /** A whole number from `min` to `max`, both included. */
  readonly integer: (min: number, max: number) => number;
  /** True with that probability, 0 to 1. */
  readonly happens: (probability: number) => boolean;
  /** An item of a list that is not empty. */
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
  /** The list in random order. */
  readonly shuffle: <T>(list: readonly T[]) => T[];
}

export function seededRandom(...key: readonly (string | number)[]): RandomDraws {
  let draws = 0;
  const next = (): number => draw(0, ...key, draws++);
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    integer,
    happens: (probability) => next() < probability,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
    shuffle: (list) =>
      list
        .map((item) => ({ item, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item),
  };
}
