/**
 * The largest depth of lists and mappings in input. It is many times the need of any request, and far below the stack
 * limit of a recursive function.
 */
export const mostLevels = 100;

/** Whether lists and groups stand within one another more than `mostLevels` times. */
export const isTooDeep = (value: unknown): boolean => isDeeperThan(mostLevels, value);

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** The message for a value that is too deep: `subject must be nested at most 100 levels deep, but is deeper`. */
export const tooDeepMessage = (subject: string): string =>
  `${subject} must be nested at most ${mostLevels} levels deep, but is deeper: put lists and groups side by side`;
