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
  /** The request that did the harm, or after which the program failed to act. */
  readonly request: RecordedRequest | undefined;
}
