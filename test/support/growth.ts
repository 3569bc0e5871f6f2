/** Time of work in ms: the least of some runs, since other work on the machine only adds to it. */
function leastMs(work: () => void, times: number): number {
  let least = Infinity;
  for (let run = 0; run < times; run++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

/** Less time says nothing about growth. */
const tellingMs = 4;
const lengths = [16, 20, 24, 28, 32, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

/**
 * Whether work takes longer for each character of a longer text: four times the length takes four times as long where it does not,
 * and 16 times or more where it does.
 */
export function growsFasterThanLength(workOf: (length: number) => () => void): boolean {
  for (const length of lengths) {
    const work = workOf(length);
    if (leastMs(work, 1) > tellingMs && leastMs(work, 4) > tellingMs) return grows(workOf, length);
  }
  return false;
}

const grows = (workOf: (length: number) => () => void, length: number): boolean =>
  leastMs(workOf(length), 5) > 9 * Math.max(leastMs(workOf(Math.floor(length / 4)), 20), 0.02);
