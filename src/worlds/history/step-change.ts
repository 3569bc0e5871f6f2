import type { Delivery } from '../../model/domain/webhook.ts';
import type { FetchedPage } from '../../service/network/page-fetcher.ts';
import type { MemoryChange } from '../../store/memory/memory.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { RequestStep } from './step.ts';

/** Work of the world itself that was done: a step of a fax, an attempt of a delivery. */
export interface Progress {
  readonly kind: 'progress';
  /** The name of its plan on the clock. */
  readonly name: string;
  /** Instant in ms on the world's clock. */
  readonly at: number;
}

/** The content of a URL that a fax got, or the reason why it got none. */
export interface Fetch {
  readonly kind: 'fetch';
  readonly faxId: number;
  readonly url: string;
  readonly page: KeptPage;
  /** Instant in ms on the world's clock. */
  readonly at: number;
}

/** `large`: the file is too large to be kept. */
export type KeptPage =
  FetchedPage | { readonly kind: 'large'; readonly filename: string; readonly type: string | null };

/** A rule of a scenario that fired for a fax as it was made. */
export interface FiredRule {
  readonly kind: 'fired';
  readonly faxId: number;
  /** `scenario/rule#n`. */
  readonly rule: string;
  /** Time of the step, in ms on the world's clock. */
  readonly at: number;
}

/** A return of the world to before a request. */
export interface Rewound {
  readonly kind: 'rewound';
  /** The id of the first request that was taken back. */
  readonly before: number;
  /** The faxes that lost changes. */
  readonly faxIds: readonly number[];
  /** The time to which the world's clock went back, in ms. */
  readonly at: number;
}

/** The response of a request that was held until its instant on the clock. */
export interface Released {
  readonly kind: 'released';
  readonly step: RequestStep;
  /** Instant of the response, in ms on the world's clock. */
  readonly at: number;
}

/** An entry of the list of changes: a changed record, a change of the memory, or a note of what happened. */
export type StepChange = Committed | MemoryChange | Progress | Fetch | FiredRule | Rewound | Released;

/** Whether it is the change of a record. */
export const isCommitted = (change: StepChange): change is Committed => 'collection' in change;

/** The delivery that a change gives another attempt. */
export function attemptedIn(change: Committed): Delivery | undefined {
  if (!isIn('deliveries', change) || change.record === undefined) return undefined;
  const { before, record } = change;
  return record.attempts.length > (before?.attempts.length ?? 0) ? record : undefined;
}

/** The faxes that lose changes but stay, once these changes are taken back. */
export function changedFaxes(lost: readonly StepChange[]): number[] {
  const faxes = lost.filter(isCommitted).filter((change) => isIn('faxes', change));
  const made = new Set(faxes.filter(({ before }) => before === undefined).map(({ key }) => key));
  return [...new Set(faxes.map(({ key }) => key))].filter((id) => !made.has(id));
}
