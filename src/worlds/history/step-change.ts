import type { Delivery } from '../../model/domain/webhook.ts';
import type { ChangedVerdict } from '../../scenarios/expectation-monitor.ts';
import type { FetchedPage } from '../../service/network/page-fetcher.ts';
import type { MemoryChange } from '../../store/memory/memory.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { HistoryStep, RequestStep } from './step.ts';

/** Finished work of the world itself: a step of a fax, an attempt of a delivery. */
export interface Progress {
  readonly kind: 'progress';
  /** The name of the work's plan on the clock. */
  readonly name: string;
  /** Instant in ms on the world's clock. */
  readonly at: number;
}

/** The content that a fax got from a URL, or the reason for none. */
export interface Fetch {
  readonly kind: 'fetch';
  readonly faxId: number;
  readonly url: string;
  readonly page: KeptPage;
  /** Instant in ms on the world's clock. */
  readonly at: number;
}

/** `large` means that the file is too large to keep. */
export type KeptPage =
  FetchedPage | { readonly kind: 'large'; readonly filename: string; readonly type: string | null };

/** A scenario rule that fired at the creation of a fax. */
export interface FiredRule {
  readonly kind: 'fired';
  readonly faxId: number;
  /** `scenario/rule#n`. */
  readonly rule: string;
  /** Time of the step, in ms on the world's clock. */
  readonly at: number;
}

/** The failure of a scenario's expectation, or its pass after a failure. */
export interface Judged {
  readonly kind: 'judged';
  readonly verdict: ChangedVerdict;
  /** Time of the verdict, in ms on the world's clock. */
  readonly at: number;
}

/** A rewind of the world to before a request. */
export interface Rewound {
  readonly kind: 'rewound';
  /** The id of the first reverted request. */
  readonly before: number;
  /** The faxes that lost changes. */
  readonly faxIds: readonly number[];
  /** The time that the world's clock returned to, in ms. */
  readonly at: number;
}

/** The response of a request that was held until its instant on the clock. */
export interface Released {
  readonly kind: 'released';
  readonly step: RequestStep;
  /** Instant of the response, in ms on the world's clock. */
  readonly at: number;
}

/** An entry of the list of changes: a changed record, a change of the memory, or an event. */
export type StepChange = Committed | MemoryChange | Progress | Fetch | FiredRule | Judged | Rewound | Released;

/** An entry of a history. */
export type Note = HistoryStep | StepChange;

export const isRequest = (note: Note): note is RequestStep => 'kind' in note && note.kind === 'request';

export const isStep = (note: Note): note is HistoryStep =>
  'kind' in note && (note.kind === 'request' || note.kind === 'control');

/** Whether it is the change of a record. */
export const isCommitted = (note: Note): note is Committed => 'collection' in note;

/** The delivery to which a change adds an attempt. */
export function attemptedIn(change: Committed): Delivery | undefined {
  if (!isIn('deliveries', change) || change.record === undefined) return undefined;
  const { before, record } = change;
  return record.attempts.length > (before?.attempts.length ?? 0) ? record : undefined;
}

/** The faxes that lose changes, but still exist, once these changes are reverted. */
export function changedFaxes(lost: readonly Note[]): number[] {
  const faxes = lost.filter(isCommitted).filter((change) => isIn('faxes', change));
  const made = new Set(faxes.filter(({ before }) => before === undefined).map(({ key }) => key));
  return [...new Set(faxes.map(({ key }) => key))].filter((id) => !made.has(id));
}
