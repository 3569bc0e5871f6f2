import type { RunComparison } from '../achievements/noise.ts';
import type { RecordedRequest } from '../achievements/run-record.ts';
import type { Trial } from './plan.ts';

/** A run with a fault at a point. */
export interface FaultedRun extends RunComparison {
  readonly trial: Trial;
}

/** A wrong state of the world that the fault alone does not explain. */
export interface Harm {
  /** Sentence without a full stop. */
  readonly sentence: string;
  /** The request of the program that did it, or after which the program did not do what was needed. */
  readonly request: RecordedRequest | undefined;
}
