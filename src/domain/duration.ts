const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

export const durationPattern = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h|d|w)?$/;

/** Reads `45m`, `1.5h`, `250ms`, `3d`, `2w`, or a plain number of ms, into ms; undefined when it is none of them, or negative. */
export function readDuration(text: string): number | undefined {
  const [, count, unit = 'ms'] = durationPattern.exec(text.trim()) ?? [];
  const inMs = units[unit];
  return count === undefined || inMs === undefined ? undefined : Number(count) * inMs;
}
