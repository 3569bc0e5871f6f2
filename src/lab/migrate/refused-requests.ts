import type { RequestRecord } from '../../control/client/named-types.ts';
import { groupBy } from '../../model/shared/objects.ts';
import { isRefused, refusalReason } from '../../model/shared/refused-request.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { WorldEvidence } from './evidence.ts';
import { isOfLater } from './mistakes.ts';
import { listedNames, nameIn } from './names.ts';

/** Requests of v3 that the service refused with the same words. */
export interface RefusedRequests {
  /** `listFaxes`. */
  readonly what: string;
  /** `2 times: request 3, request 4`. */
  readonly because: string;
  /** `422, status must be one of …`. */
  readonly reason: string;
  /** Whether the request itself is wrong: no rule of a scenario refused it, and another state of the account would not help. */
  readonly is_wrong: boolean;
}

/** Whether a request of v3 was refused. */
export const isRefusedLater = (request: RequestRecord): boolean =>
  request.operation !== null && isOfLater(request.version) && isRefused(request);

/** The refused requests of v3, by their operations and reasons. */
export function refusedRequestsIn(worlds: readonly WorldEvidence[]): RefusedRequests[] {
  const found = worlds.flatMap((world) =>
    world.requests.filter(isRefusedLater).map((request) => ({
      name: nameIn(`request ${request.id}`, world),
      what: request.operation ?? request.path,
      reason: [request.answer.status, refusalReason(request)].filter((part) => part !== undefined).join(', '),
      isWrong: isWrong(request),
    })),
  );
  const groups = groupBy(found, ({ what, reason, isWrong }) => `${what} ${reason} ${String(isWrong)}`);
  return [...groups.values()].map((alike) => ({
    what: alike[0].what,
    because: `${pluralize(alike.length, 'time')}: ${listedNames(alike)}`,
    reason: alike[0].reason,
    is_wrong: alike[0].isWrong,
  }));
}

/** The statuses of something that is gone, not ready, or too much now. A correct program gets them too. */
const ofState: readonly number[] = [404, 409, 429];

const isWrong = ({ rule, answer: { status } }: RequestRecord): boolean =>
  rule === null && status !== null && status < 500 && !ofState.includes(status);
