/** The years that people may name for a world's clock and for what is in it; from both ends it is far to what Date cannot do. */
const calendar = { first: Date.UTC(1900, 0), last: Date.UTC(9000, 0) } as const;

/** Whether a moment, in ms since the epoch, is one that people may name. */
export const isInCalendar = (time: number): boolean => time >= calendar.first && time <= calendar.last;

/** The times of records reach further: fixtures put some before the start of their world, and a clock that runs, after its last. */
export const recorded = { first: Date.UTC(1800, 0), last: Date.UTC(10_000, 0) - 1 } as const;
