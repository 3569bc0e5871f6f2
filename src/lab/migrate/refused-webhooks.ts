import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { isAccepting } from '../../model/shared/webhook-answer.ts';
import type { WorldEvidence } from './evidence.ts';
import { listedNames, nameIn } from './names.ts';

/** Webhooks that the program refused with the same words. */
export interface RefusedWebhooks {
  /** `2 webhooks: webhook 1, webhook 3`. */
  readonly what: string;
  /** The answer, with advice: `answered 401: …`. */
  readonly reason: string;
}

/** The webhooks that the program refused at each attempt, by their reasons. Those without an answer tell nothing about it. */
export function refusedIn(worlds: readonly WorldEvidence[]): RefusedWebhooks[] {
  const refused = worlds.flatMap((world) =>
    world.webhooks.flatMap(({ id, attempts }) => {
      // A rule of a scenario may break a webhook, which the program then does well to refuse.
      const own = attempts.flatMap(({ rule, answer, failure }) =>
        rule === null && answer !== null ? [{ status: answer.status, failure }] : [],
      );
      const last = own.at(-1);
      if (last === undefined || own.some(isAccepting)) return [];
      return [{ name: nameIn(`webhook ${id}`, world), reason: last.failure ?? `answered ${last.status}` }];
    }),
  );
  return [...groupBy(refused, ({ reason }) => reason).values()].map((alike) => ({
    what: `${pluralize(alike.length, 'webhook')}: ${listedNames(alike)}`,
    reason: alike[0].reason,
  }));
}
