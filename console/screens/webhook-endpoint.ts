import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { groupBy } from '../../src/model/shared/objects.ts';
import type { Attempt } from './webhook-attempt.ts';

/** The webhooks to one receiver: to URLs that differ in their query alone. */
export interface Endpoint {
  /** The URL, without the query if the receiver has several. */
  readonly url: string;
  /** The whole URLs, the latest last. */
  readonly urls: readonly string[];
  readonly webhooks: readonly WebhookRecord[];
  /** The attempts that the endpoint decided, oldest first: those that a rule decided were never sent. */
  readonly attempts: readonly Attempt[];
  /** Webhooks that failed at the endpoint. */
  readonly failed: readonly WebhookRecord[];
  /** Webhooks that failed because a rule dropped them, gave the last answer, or forged them. */
  readonly lost: readonly WebhookRecord[];
}

/** Groups webhooks by URL without its query. A failed webhook that was later delivered again does not count as failed. */
export function endpointsOf(webhooks: readonly WebhookRecord[]): readonly Endpoint[] {
  const latest = new Map(webhooks.map((webhook) => [messageKey(webhook), webhook.id]));
  const sent = webhooks.filter(({ url }) => url !== null);
  const groups = groupBy(sent, ({ url }) => withoutQuery(url ?? ''));
  return [...groups].map(([base, all]) => {
    const urls = [...new Set(all.map(({ url }) => url ?? ''))];
    const failed = all.filter(
      (webhook) => webhook.state === 'failed' && latest.get(messageKey(webhook)) === webhook.id,
    );
    const attempts = all.flatMap(({ attempts }) => attempts.filter((one) => !one.by_rule));
    return {
      url: urls.length === 1 ? (urls[0] ?? base) : base,
      urls,
      webhooks: all,
      attempts: attempts.toSorted((one, other) => one.at.localeCompare(other.at)),
      failed: failed.filter((webhook) => !isLost(webhook)),
      lost: failed.filter(isLost),
    };
  });
}

const withoutQuery = (url: string): string => url.replace(/\?.*/s, '');

function isLost({ attempts }: WebhookRecord): boolean {
  const last = attempts.at(-1);
  return last?.by_rule === true || last?.forgery === 'refused';
}

/**
 * A key that is equal for webhooks with the same message to the same URL; for unfinished faxes, page and retry count must be
 * equal too.
 */
function messageKey({ fax_id: fax, event, url, attempts }: WebhookRecord): string {
  const fields = Object.entries(attempts[0]?.fields ?? {}).filter(([name]) => name !== 'fax');
  return JSON.stringify([fax, event, url, event === 'fax_completed' ? null : fields]);
}
