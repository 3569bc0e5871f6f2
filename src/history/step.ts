import type { IncomingHttpHeaders } from 'node:http';
import type { SwitchedOn } from '../scenarios/active-scenario.ts';
import type { Seen } from '../journal/seen.ts';
import type { Committed } from '../store/store.ts';

/** What steps of all kinds have. Times are in ms on the world's clock. */
interface StepTimes {
  /** How many changes the world had seen when the step began, and when it ended. */
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly endedAt: number;
  /** The pace of the clock before it. */
  readonly pace: number;
  /** The scenarios that were on. */
  readonly scenarios: readonly SwitchedOn[];
}

/** A request of the API with its answer: references to what exists anyway, so that it copies nothing. */
export interface RequestStep extends StepTimes {
  readonly kind: 'request';
  /** Its id in the journal. */
  readonly id: number;
  readonly seen: Seen;
  /** Undefined: those that `seen` lacks make no difference. */
  readonly headers: IncomingHttpHeaders | undefined;
  /** Undefined: it has none, or it was too large to be kept. */
  readonly body: Buffer | undefined;
  /** What tells the answer's body from others; null: `seen` has all of it. */
  readonly tag: string | null;
}

/** A call of the control API that changed something, or was to. */
export interface ControlStep extends StepTimes {
  readonly kind: 'control';
  /** Its route: `POST /clock`. */
  readonly line: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Why it was refused; null: it was not. */
  readonly error: string | null;
}

export type Step = RequestStep | ControlStep;

/** A change of a record, or how to take another change back. */
export type Change = Committed | (() => void);
