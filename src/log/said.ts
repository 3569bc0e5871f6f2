/** A part of a line that is there only where it has a value. */
export const said = (before: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `${before}${value}`;
