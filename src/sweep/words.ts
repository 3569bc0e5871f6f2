/** `1 run`, `2 runs`: a count with its noun. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
