import { happenings } from './happenings.ts';
import type { PointKey } from './happenings.ts';
import type { RunRecord } from './observation.ts';
import { nameOf } from './point.ts';
import type { Point } from './point.ts';
import { varyingParams } from './varying.ts';

/** The points of a program, and the differences between its two runs without a fault, in sentences. */
export interface Points {
  readonly points: readonly Point[];
  readonly differences: readonly string[];
}

/** Compares two runs without a fault: only a happening of both is a point. */
export function pointsOf(first: RunRecord, second: RunRecord): Points {
  const unstable = varyingParams({ former: first, baseline: second });
  const [ones, others] = [numberPoints(happenings(first, unstable)), numberPoints(happenings(second, unstable))];
  const names = new Set(others.map(nameOf));
  return {
    points: ones.filter((point) => names.has(nameOf(point))),
    differences: [
      ...[...unstable].map(
        (name) => `${name} differs between the two runs: no rule names it, and no verdict compares it`,
      ),
      ...unequalCounts(ones, others),
    ],
  };
}

/** A sentence for each happening that comes more often in one of the runs. */
function unequalCounts(ones: readonly Point[], others: readonly Point[]): string[] {
  const [one, other] = [countsOf(ones), countsOf(others)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [count, otherCount] = [one.get(name) ?? 0, other.get(name) ?? 0];
    if (count === otherCount) return [];
    return [`${name} comes ${count} times in one run and ${otherCount} times in the other`];
  });
}

function countsOf(points: readonly Point[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const point of points) counts.set(kindOf(point), Math.max(counts.get(kindOf(point)) ?? 0, point.nth));
  return counts;
}

const kindOf = (point: Omit<Point, 'nth'>): string => nameOf({ ...point, nth: 0 }).replace(/#0$/, '');

function numberPoints(happenings: readonly PointKey[]): Point[] {
  const counts = new Map<string, number>();
  return happenings.map((happening) => {
    const name = kindOf(happening);
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return { ...happening, nth };
  });
}
