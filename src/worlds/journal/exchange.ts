import type { ObservedRequest } from './observed-request.ts';
import type { KeptBody } from './entry.ts';

/** A header as it came: its name and its value. */
export type HeaderPair = readonly [name: string, value: string];

/** A request with its answer, from a recording outside of the simulator. */
export interface Exchange {
  /** Instant of the request, in ms since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  readonly method: string;
  /** Path and query, without the prefix of a proxy: `/v2.1/faxes?page=2`. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  /** Body of the request; undefined if it has none. */
  readonly body: Buffer | undefined;
  readonly answer: ExchangeAnswer;
}

interface ExchangeAnswer {
  /** Status of the answer; null if none came. */
  readonly status: number | null;
  readonly headers: readonly HeaderPair[];
  /** Content of the answer; undefined if the recording lacks it. */
  readonly body: Buffer | undefined;
  /** Size of the content, in bytes. */
  readonly bytes: number;
}

/** An exchange in the form of the journal. */
export interface ObservedExchange {
  readonly observed: ObservedRequest;
  readonly body: KeptBody | undefined;
}

/** The value of a header, if any. `name` is in lower case. */
export const headerIn = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([known]) => known.toLowerCase() === name)?.[1];
