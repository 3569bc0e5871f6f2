/** The ms of each unit. */
export const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
type Unit = keyof typeof unitMs;
const msOf = new Map<string, number>(Object.entries(unitMs));

/** A number and its unit: `60s`, `5m`, `1500ms`. */
export type Duration = `${number}${Unit}`;

export const durationPattern = /^(?:0|(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h|d|w))$/;

/**
 * Reads `45m`, `1.5h`, `250ms`, `3d` or `2w` into ms. Returns undefined for everything else, such as negative times.
 * A number alone other than 0 is refused too: one reader takes `60` for seconds, another for ms.
 */
export function parseDuration(text: string): number | undefined {
  const match = durationPattern.exec(text.trim());
  if (match === null) return undefined;
  const [, count = '0', unit = 'ms'] = match;
  // 1.1h is 3960000.0000000005 ms in floating point.
  return Math.round(Number(count) * (msOf.get(unit) ?? NaN) * 1e6) / 1e6;
}

const spokenUnits =
  /^(\d{1,12}(?:\.\d{1,6})?) ?(ms|s|m|h|d|w|sec|seconds?|min|minutes?|hours?|days?|weeks?)(?: ago)?$/i;

/** Reads how long ago something was, as people also say it: `1h`, `90 min`, `1 hour ago`. Returns ms, or undefined for another text. */
export function parseDistanceBack(text: string): number | undefined {
  const [, count = '', unit = ''] = spokenUnits.exec(text.trim()) ?? [];
  const short = unit.toLowerCase() === 'ms' ? 'ms' : unit.slice(0, 1).toLowerCase();
  const ms = parseDuration(`${count}${short}`);
  return ms === undefined || ms > durationMsMax ? undefined : ms;
}

/** Longest duration in ms. Added to any time of a clock, or subtracted from it, it results in a time that records can have. */
export const durationMsMax = 36_500 * unitMs.d;

/** A duration in ms in the notation that parseDuration reads, in the largest unit that needs no fraction: `60000` is `1m`. */
export function durationText(ms: number): Duration {
  const unit = (['d', 'h', 'm', 's'] as const).find((one) => ms > 0 && ms % unitMs[one] === 0) ?? 'ms';
  return `${ms / unitMs[unit]}${unit}`;
}

/** `2 d 3 h`, `45 min`, `2.5 s`: the two largest units of a duration in ms. */
export function durationWords(ms: number): string {
  const abs = Math.round(Math.abs(ms));
  if (abs < 1000) return `${abs} ms`;
  if (abs < 59_950) return `${Math.round(abs / 100) / 10} s`;
  if (abs < 60_000) return '1 min';
  const units: readonly (readonly [string, number])[] = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ];
  const first = units.findIndex(([, size]) => abs >= size);
  let rest = abs;
  return units
    .slice(first, first + 2)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? [] : [`${count} ${unit}`];
    })
    .join(' ');
}
