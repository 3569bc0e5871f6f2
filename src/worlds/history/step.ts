import type { JournalEntry } from '../journal/entry.ts';
import type { SwitchedOn } from '../../scenarios/active-scenario.ts';

/** The speed and scenarios of a world when a step began. Steps share one object until it changes. */
export interface StepSettings {
  /** The speed of the clock. */
  readonly speed: number;
  /** The active scenarios. */
  readonly scenarios: readonly SwitchedOn[];
}

/** The common fields of steps. Times are in ms on the world's clock. */
interface Timing {
  /** The marks of the history at the beginning of the step, and at its end. */
  readonly from: number;
  readonly to: number;
  /** The step's duration, in ms on the world's clock. */
  readonly lasted: number;
  readonly settings: StepSettings;
}

/** The data that a replay of a request needs beside the journal. */
export interface ReplayData {
  /** Whether the body of the request is complete. */
  readonly hasBody: boolean;
  /** The digest of the response's body; null if the journal has the whole body. */
  readonly tag: string | null;
  /**
   * Headers of the response that clients act on, such as Retry-After, by their names in lower case; undefined if it
   * has none.
   */
  readonly answerHeaders: Readonly<Record<string, string>> | undefined;
}

/** An API request with its answer: the entry of the journal, with what a rewind or a replay needs. */
export interface RequestStep extends Timing, JournalEntry {
  readonly kind: 'request';
  readonly replayData: ReplayData | undefined;
  /** Whether the response waited for the clock, or still does. */
  readonly wasHeld?: true;
}

/** A control call that changed something, or should have. */
export interface ControlStep extends Timing {
  readonly kind: 'control';
  readonly at: number;
  /** Route of the call: `POST /clock`. */
  readonly line: string;
  /** Whether the call moves the clock, or sets its speed. */
  readonly isMove: boolean;
  readonly input: Readonly<Record<string, unknown>>;
  /** Why the call was refused, if it was. */
  readonly error: string | null;
}

export type HistoryStep = RequestStep | ControlStep;

/** Beginning of a step, in ms on the world's clock. */
export const beganAt = (step: HistoryStep): number => (step.kind === 'request' ? step.observed.at : step.at);
