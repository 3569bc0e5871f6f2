/** Shortest limit without the time of the program itself: as long as careful clients wait for an answer. */
const patientMs = 10_000;
/** A program that gives up at that time still needs a moment for its end, more than a short run without a fault takes. */
const runMsMin = 500;

/** Real ms that a run may take without progress, by the longest run without a fault. */
export const limitFor = (longestMs: number): number => patientMs + 2 * Math.max(longestMs, runMsMin);

/**
 * The limit for another try at a run that did not end, by the time that a run without a fault takes now; undefined if it would tell nothing
 * new. `usualMs` is the longest run without a fault before; `nowMs` is undefined for a run that did not pass.
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
/** A machine that was busy may be idle when it is measured. */
const slownessOfBusy = 1.5;
/** Times of equal runs vary by chance. */
const longerMin = 1.1;
