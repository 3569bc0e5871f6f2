/** The position of a page in a list. */
interface PagePosition {
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** A request for one page of a list. */
export interface PageRequest extends PagePosition {
  /** The highest total that the service reports: 10000; undefined if it counts all records. */
  readonly countedMax?: number;
}

/** A page of a list. A page past the end is empty and keeps its number. */
export interface Page<T> extends PagePosition {
  readonly items: readonly T[];
  /** Records in the whole list; a number above `countedMax` if there are more. */
  readonly total: number;
}
