import type { Delivery } from '../../model/domain/webhook.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import type { SwitchedOn } from '../../scenarios/active-scenario.ts';
import type { MemoryChange } from '../../store/memory/memory.ts';
import type { FetchedPage } from '../../service/network/page-fetcher.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';

/** The speed and scenarios of a world when a step began. Steps share one object until it changes. */
export interface StepSettings {
  /** The speed of the clock. */
  readonly speed: number;
  /** The scenarios that were on. */
  readonly scenarios: readonly SwitchedOn[];
}

/** The fields of all kinds of steps. Times are in ms on the world's clock. */
interface Timing {
  /** How many changes the world had seen when the step began, and when it ended. */
  readonly from: number;
  readonly to: number;
  /** Time from its beginning to its end, in ms on the world's clock. */
  readonly lasted: number;
  readonly settings: StepSettings;
}

/** The data for a repeated request that the journal does not have. */
export interface ReplayData {
  /**
   * Body of the request, a short one as a string with a letter for each byte; undefined if it has none, or it was too
   * large to be kept.
   */
  readonly body: Buffer | string | undefined;
  /** The digest of the response's body; null if the journal has the whole body. */
  readonly tag: string | null;
  /**
   * Headers of the response that clients act on, such as Retry-After, by their names in lower case; undefined if it
   * has none.
   */
  readonly answerHeaders: Readonly<Record<string, string>> | undefined;
}

/** A request of the API with its answer: references to what exists anyway, so that it copies nothing. */
export interface RequestStep extends Timing {
  readonly kind: 'request';
  /** Id of the request in the journal. */
  readonly id: number;
  readonly observed: ObservedRequest;
  readonly replayData: ReplayData | undefined;
}

/** A call of the control API that changed something, or was to. */
export interface ControlStep extends Timing {
  readonly kind: 'control';
  readonly at: number;
  /** Route of the call: `POST /clock`. */
  readonly line: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Why it was refused; null if it was not. */
  readonly error: string | null;
}

export type HistoryStep = RequestStep | ControlStep;

/** Beginning of a step, in ms on the world's clock. */
export const beganAt = (step: HistoryStep): number => (step.kind === 'request' ? step.observed.at : step.at);

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

/** An entry of the list of changes: a changed record, a change of the memory, or a note of what happened. */
export type StepChange = Committed | MemoryChange | Progress | Fetch | FiredRule | Rewound;

/** The delivery that a change gives another attempt. */
export function attemptedIn(change: Committed): Delivery | undefined {
  if (!isIn('deliveries', change) || change.record === undefined) return undefined;
  const { before, record } = change;
  return record.attempts.length > (before?.attempts.length ?? 0) ? record : undefined;
}
