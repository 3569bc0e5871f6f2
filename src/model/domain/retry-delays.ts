const minute = 60_000;
const hour = 60 * minute;

/** The waits before the 16 retries of a webhook, in ms on the world's clock. Source: the pages on callbacks of all versions. */
export const retryDelays: readonly number[] = [
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  ...Array.from({ length: 12 }, () => 6 * hour),
];
