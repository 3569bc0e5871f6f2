import { callsForFax } from '../../worlds/history/bundle.ts';
import type { Bundle, BundledControl, BundledRequest, BundleStep } from '../../worlds/history/bundle.ts';

/** A step that a replay does itself: webhooks and fetches follow from the others. */
export type RepeatedStep = Exclude<BundleStep, { kind: 'webhook' | 'fetch' }>;

/** The smallest part of a replay: the clock moves to a time, or a step is done at it. */
export interface ReplayMoment {
  readonly at: string;
  /** Undefined: the clock moves. */
  readonly step: RepeatedStep | undefined;
}

/** All that a replay does, in order: before each step and at the end, the clock moves. */
export function momentsOf({ steps, end }: Pick<Bundle, 'steps' | 'end'>): ReplayMoment[] {
  const repeated = steps.filter((step) => step.kind !== 'webhook' && step.kind !== 'fetch');
  const moments = repeated.flatMap((step, index): ReplayMoment[] => {
    const at = timeOf(step, repeated[index + 1]?.at);
    return [
      { at, step: undefined },
      { at, step },
    ];
  });
  return [...moments, { at: end.time, step: undefined }];
}

/**
 * When a step is done. A request, or a call that stores a fax or a setting, counts at its end, when all is stored, and not
 * at its beginning. But it counts before the next step begins.
 */
function timeOf(step: RepeatedStep, next: string | undefined): string {
  if (step.kind === 'progress' || !countsAtEnd(step)) return step.at;
  return next === undefined || next > step.ended_at ? step.ended_at : next < step.at ? step.at : next;
}

const countsAtEnd = (step: BundledRequest | BundledControl): boolean =>
  step.kind === 'request' ? step.rule === null : callsForFax.has(step.call) || step.call === 'PATCH /settings';
