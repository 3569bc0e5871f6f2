import { listed } from '../../src/model/shared/words.ts';
import type { RewindPlan } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { clockTime, pluralize } from '../format.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { world } from '../router.ts';

/** The moment before a request, and the loss of a rewind to it. */

/** The requests that a world can return to, and the moment before one of them. */
export interface RewindMoment {
  /** The ids of the oldest and latest reachable request; 0 without one. */
  readonly oldest: number;
  readonly latest: number;
  /** The number of earlier requests that cannot be reached. */
  readonly dropped: number;
  /** The plan of the rewind; undefined if the request does not exist yet or any more. */
  readonly step: RewindPlan | undefined;
}

/** The moment before a request, read again with each new request. */
export const useMoment = (before: number): Resource<RewindMoment> =>
  useResource(`${world.value} ${before}`, (stop) => readMoment(before, stop), {
    changedBy: ({ kind }) => kind === 'request',
  });

async function readMoment(before: number, signal: AbortSignal): Promise<RewindMoment> {
  const { steps, oldest, dropped } = await ask<AnswerOf<'history', 'steps'>>('/steps', { input: { limit: 1 }, signal });
  const latest = steps[0]?.request ?? 0;
  // A reverted request has no step, which is not an error.
  const step = before > latest ? undefined : await ask<RewindPlan>(`/steps/${before}`, { signal });
  return { oldest: oldest ?? 0, latest, dropped, step };
}

/** `14:03:07 POST /v2.1/faxes` */
export const momentText = ({ first: { at, method, path } }: RewindPlan): string => `${clockTime(at)} ${method} ${path}`;

/** `12 requests after 14:03:07, with 1 control call, 3 faxes and 1 webhook`. The faxes and webhooks vanish, or return to a former state. */
export function lossText({ clock, requests, control_calls: calls, faxes, webhooks }: RewindPlan): string {
  const counts = [
    [calls, 'control call'],
    [faxes, 'fax'],
    [webhooks, 'webhook'],
  ] as const;
  const beside = counts.flatMap(([count, noun]) => (count > 0 ? [pluralize(count, noun)] : []));
  return `${pluralize(requests, 'request')} after ${clockTime(clock)}${beside.length > 0 ? `, with ${listed(beside)}` : ''}`;
}
