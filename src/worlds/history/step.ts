import type { JournalEntry } from '../journal/entry.ts';
import type { SwitchedOn } from '../../scenarios/active-scenario.ts';

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
  /** Whether the body of the request is all of it. */
  readonly hasBody: boolean;
  /** The digest of the response's body; null if the journal has the whole body. */
  readonly tag: string | null;
  /**
   * Headers of the response that clients act on, such as Retry-After, by their names in lower case; undefined if it
   * has none.
   */
  readonly answerHeaders: Readonly<Record<string, string>> | undefined;
}

/** A request of the API with its answer: the entry of the journal, with what a return to it or a replay needs. */
export interface RequestStep extends Timing, JournalEntry {
  readonly kind: 'request';
  readonly replayData: ReplayData | undefined;
  /** Whether its response waited for the clock, or still does. */
  readonly wasHeld?: true;
}

/** A call of the control API that changed something, or was to. */
export interface ControlStep extends Timing {
  readonly kind: 'control';
  readonly at: number;
  /** Route of the call: `POST /clock`. */
  readonly line: string;
  /** Whether it moves the clock, or sets its speed. */
  readonly isMove: boolean;
  readonly input: Readonly<Record<string, unknown>>;
  /** Why it was refused; null if it was not. */
  readonly error: string | null;
}

export type HistoryStep = RequestStep | ControlStep;

/** Beginning of a step, in ms on the world's clock. */
export const beganAt = (step: HistoryStep): number => (step.kind === 'request' ? step.observed.at : step.at);
