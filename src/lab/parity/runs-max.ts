/** The maximum number of runs of each program. */
export interface RunsMax {
  readonly old: number;
  readonly new: number;
}

/**
 * The usual maximum. Once in two thousand comparisons, a random word with two possibilities is the same in all runs of
 * the old program, and the other word in all runs of the new program. Programs with random values usually show some of
 * them in each run, so programs without a difference need fewer runs.
 */
export const runsMax: RunsMax & { readonly withoutDifference: RunsMax } = {
  old: 8,
  new: 4,
  withoutDifference: { old: 4, new: 3 },
};
