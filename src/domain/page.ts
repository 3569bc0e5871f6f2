/** Which page of a list is asked for. */
export interface PageRequest {
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list. A page past the end is empty and keeps the number that was asked for. */
export interface Page<T> extends PageRequest {
  readonly items: readonly T[];
  /** Records in the whole list. */
  readonly total: number;
}
