/** How long the steps of a fax's life take, in ms from the step before. */
export interface Pace {
  readonly convert: number;
  readonly ring: number;
  readonly answer: number;
  /** For each page. */
  readonly page: number;
  readonly finish: number;
}

export const paceNames = ['real', 'fast', 'instant'] as const;
export type PaceName = (typeof paceNames)[number];

const fast: Pace = { convert: 50, ring: 50, answer: 50, page: 50, finish: 100 };
const instant: Pace = { convert: 0, ring: 0, answer: 0, page: 0, finish: 0 };

/**
 * `real` as recorded: a test fax of a page is converted within a second, its recipient is done after two, it after three; a
 * live one is in its call eleven seconds after it was made. What a page takes is assumed.
 */
export const paces: Readonly<Record<PaceName, { readonly live: Pace; readonly test: Pace }>> = {
  real: {
    live: { convert: 2000, ring: 3000, answer: 5000, page: 30_000, finish: 1000 },
    test: { convert: 1000, ring: 250, answer: 250, page: 500, finish: 1000 },
  },
  fast: { live: fast, test: fast },
  instant: { live: instant, test: instant },
};
