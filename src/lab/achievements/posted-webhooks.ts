import type { WebhookRecord } from '../../control/client/named-types.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { pluralize } from '../../model/shared/words.ts';
import { countBy } from './beside.ts';

type Target = Pick<WebhookRecord, 'state' | 'url'>;

/** The host of a webhook that the simulator may not post to; undefined for a webhook that is posted, or has no web address. */
export function closedHost({ state, url }: Target): string | undefined {
  const to = state === 'refused' ? parseUrl(url ?? '') : undefined;
  return to !== undefined && /^https?:$/.test(to.protocol) ? to.hostname : undefined;
}

/** Whether a webhook was posted, however its receiver answered. */
export const isPosted = (webhook: Target & Pick<WebhookRecord, 'attempts'>): boolean =>
  webhook.attempts.length > 0 && webhook.url?.startsWith('http') === true && closedHost(webhook) === undefined;

/** A sentence for each host to which webhooks are not posted. */
export function closedHostTexts(webhooks: readonly Target[]): string[] {
  const hosts = webhooks.flatMap((one) => closedHost(one) ?? []);
  return Array.from(
    countBy(hosts, (host) => host),
    ([host, count]) =>
      `${pluralize(count, 'webhook')} to ${host}, where nothing is posted: give --allow-hosts ${host}, or use a local URL`,
  );
}
