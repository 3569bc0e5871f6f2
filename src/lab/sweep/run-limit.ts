/** The part of the limit that does not depend on the program: as long as careful clients wait for an answer. */
const patientMs = 10_000;
/** A program that gives up after `patientMs` still needs a moment to end, which can be longer than a short run. */
const runMsMin = 500;

/** Real ms that a run may take without progress, by the longest run without a fault. */
export const limitFor = (longestMs: number): number => patientMs + 2 * Math.max(longestMs, runMsMin);

/**
 * The longer limit for repeating an endless run; undefined if a repetition would prove nothing new. `nowMs` is the time
 * of a run without a fault now, or undefined if that run failed. `usualMs` is the longest earlier run without a fault.
 */
export function longerLimit(
  limitMs: number,
  {
    usualMs,
    nowMs,
    wasBusy,
  }: { readonly usualMs: number; readonly nowMs: number | undefined; readonly wasBusy: boolean },
): number | undefined {
  const slowness = nowMs === undefined ? slownessMax : Math.max(nowMs, runMsMin) / Math.max(usualMs, runMsMin);
  const longest = Math.max(
    limitMs * Math.min(slowness, slownessMax),
    limitFor(nowMs ?? 0),
    wasBusy ? limitMs * slownessOfBusy : 0,
  );
  return longest < limitMs * longerMin ? undefined : longest;
}

const slownessMax = 4;
/** The slowness of a machine that was busy, at least: it may be idle again when it is measured. */
const slownessOfBusy = 1.5;
/** The limit is raised by at least this factor, because times of equal runs vary by chance. */
const longerMin = 1.1;
