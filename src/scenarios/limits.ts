/** The most rules of a scenario, with those that it extends. A request is compared with all of them. */
export const mostRules = 5000;

/** The most bytes of a scenario's text, with all that it extends: no request is answered while it is read. */
export const mostBytes = 512 * 1024;

/**
 * The largest number of steps of a pattern: about one per character, and n for a part that is repeated n times. Each
 * character of a fact may cost as many.
 */
export const mostPatternSteps = 2000;
