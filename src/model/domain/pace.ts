/** How long the steps of a fax's life take, in ms from the step before. */
export interface Pace {
  readonly convert: number;
  readonly ring: number;
  readonly answer: number;
  /** Time of each page. */
  readonly page: number;
  readonly finish: number;
}

/** Test faxes have a pace of their own. */
export interface Paces {
  readonly live: Pace;
  readonly test: Pace;
  readonly port: PortPace;
}

/** How long the steps of a port order take, in ms from the step before. */
export interface PortPace {
  /** Time until a bill sent by mail arrives. */
  readonly bill: number;
  readonly submit: number;
  /** Time until the losing carrier answers. */
  readonly schedule: number;
  /** Time from the carrier's answer to the day that it names. */
  readonly transfer: number;
}

export const paceNames = ['real', 'fast', 'instant'] as const;
export type PaceName = (typeof paceNames)[number];

const hour = 3_600_000;
const day = 24 * hour;

const fast: Pace = { convert: 50, ring: 50, answer: 50, page: 50, finish: 100 };
const instant: Pace = { convert: 0, ring: 0, answer: 0, page: 0, finish: 0 };

const port: Readonly<Record<PaceName, PortPace>> = {
  real: { bill: 8 * hour, submit: day, schedule: 3 * day, transfer: 7 * day },
  fast: { bill: 500, submit: 1000, schedule: 1000, transfer: 2000 },
  instant: { bill: 0, submit: 0, schedule: 0, transfer: 0 },
};

/**
 * `real` as recorded: a test fax of one page is converted within a second, the call to its recipient ends after two
 * seconds, and the fax after three. A live fax is in its call after eleven seconds. The time of a page is assumed, and
 * so are all steps of a port order: real orders take a week or two.
 */
export const paces: Readonly<Record<PaceName, Paces>> = {
  real: {
    live: { convert: 2000, ring: 3000, answer: 5000, page: 30_000, finish: 1000 },
    test: { convert: 1000, ring: 250, answer: 250, page: 500, finish: 1000 },
    port: port.real,
  },
  fast: { live: fast, test: fast, port: port.fast },
  instant: { live: instant, test: instant, port: port.instant },
};

/** The pace of tests, or of live faxes. */
export const paceOf = (paces: Paces, isTest: boolean): Pace => (isTest ? paces.test : paces.live);
