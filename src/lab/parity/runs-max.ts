/** The most runs of each program. */
export interface RunsMax {
  readonly old: number;
  readonly new: number;
}

/**
 * The most runs: a word of two possibilities is equal in all runs of the old program, and another one in all runs of the new one, in one
 * comparison of two thousand. Programs with values by chance mostly show some in each run, so those without a difference need fewer.
 */
export const runsMax: RunsMax & { readonly withoutDifference: RunsMax } = {
  old: 8,
  new: 4,
  withoutDifference: { old: 4, new: 3 },
};
