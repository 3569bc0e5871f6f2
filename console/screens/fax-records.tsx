import { useMemo } from 'preact/hooks';
import type { FaxHistory, FaxRecord, RequestList, WebhookRecord } from '../../src/control/client/named-types.ts';
import { shownForgery } from '../../src/model/shared/forgery-text.ts';
import { pluralize, shortReason, timeText } from '../format.ts';
import { useKeys } from '../keys.ts';
import { goTo, useOpenActions } from '../open-actions.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Loading } from '../ui/states.tsx';
import { comingText } from '../ui/times.tsx';
import { responseStatus } from './request-words.ts';
import { shownState } from './webhook-words.ts';

const mostOffered = 5;

/** Offers the latest webhooks and requests of a fax in the palette, and the latest webhook by a key. */
export function useRecordActions(
  webhooks: readonly WebhookRecord[] = [],
  requests: RequestList['requests'] = [],
): void {
  const latest = webhooks.at(-1)?.id;
  const keys = useMemo(() => {
    if (latest === undefined) return [];
    return [{ keys: 'w', meaning: 'Go to the latest webhook of the fax', run: () => goTo('webhooks', latest) }];
  }, [latest]);
  useKeys(keys);
  useOpenActions([
    ...webhooks.slice(-mostOffered).map(({ id, event }) => ({
      name: `Open webhook ${id} of this fax: ${event}`,
      run: () => goTo('webhooks', id),
    })),
    ...requests.slice(-mostOffered).map(({ id, method, path }) => ({
      name: `Open request ${id} of this fax: ${method} ${path}`,
      run: () => goTo('requests', id),
    })),
  ]);
}

/** The requests that made, read or changed a fax, the latest first. */
export function RequestTable({ requests }: { readonly requests: RequestList['requests'] | undefined }) {
  if (requests === undefined) return <Loading what="requests" />;
  if (requests.length === 0) return <p class="muted">No recorded request made or read this fax.</p>;
  return (
    <ul class="rows">
      {requests.toReversed().map((request) => {
        const { id, method, path, at } = request;
        const { tone, word } = responseStatus(request);
        return (
          <li key={id}>
            <span>
              <Link to={{ screen: 'requests', id: String(id) }}>
                <code>
                  {method} {path}
                </code>
              </Link>{' '}
              <span class="muted">
                request {id} · {timeText(at)}
              </span>
            </span>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}

/** The time of the latest attempt, and why it failed, or that it was forged. */
function lastText({ attempts, state }: WebhookRecord): string {
  const last = attempts.at(-1);
  if (last === undefined || state === 'kept' || state === 'mailed') return '';
  const reason = shownForgery(last) ?? last.failure;
  return ` · tried ${timeText(last.at)}${reason === null ? '' : `, ${shortReason(reason)}`}`;
}

/** Why a fax has no webhook; undefined while that is not known. */
export function noWebhookText(
  { due, callback_url: url }: FaxRecord,
  history: FaxHistory | undefined,
): string | undefined {
  if (due !== null) return 'This fax has caused no webhook yet: one comes when it ends.';
  if (history === undefined) return undefined;
  if (!history.is_whole) return 'This fax is older than the history of this world, so its webhooks are not known.';
  return `This fax has caused no webhook${url === null ? ': no URL was set for it' : ''}.`;
}

interface WebhookTableProps {
  readonly webhooks: readonly WebhookRecord[] | undefined;
  /** Shown if there are none; undefined while it loads. */
  readonly none: string | undefined;
}

/** The webhooks of a fax, the latest first. */
export function WebhookTable({ webhooks, none }: WebhookTableProps) {
  if (webhooks === undefined || (webhooks.length === 0 && none === undefined)) return <Loading what="webhooks" />;
  if (webhooks.length === 0) return <p class="muted">{none}</p>;
  return (
    <ul class="rows">
      {webhooks.toReversed().map((webhook) => {
        const { id, event, url, attempts, due_at: due } = webhook;
        const { tone, word } = shownState(webhook);
        return (
          <li key={id}>
            <span>
              <Link to={{ screen: 'webhooks', id: String(id) }}>
                <code>{event}</code>
              </Link>{' '}
              <span class="muted">
                webhook {id} · {url ?? 'no URL: recorded only'}
                {attempts.length > 1 && ` · ${pluralize(attempts.length, 'attempt')}`}
                {lastText(webhook)}
                {due !== null && ` · ${attempts.length === 0 ? 'first attempt' : 'next attempt'} ${comingText(due)}`}
              </span>
            </span>
            <Badge tone={tone}>{word}</Badge>
          </li>
        );
      })}
    </ul>
  );
}

/** Leads to the scenario that loses one webhook of a fax, with its parameters filled in. A redelivery then comes. */
export const LoseWebhooks = ({ fax }: { readonly fax: number }) => (
  <Link
    to={{ screen: 'scenarios', id: `webhook-never(event=fax_completed,fax=${fax},times=1)`, query: {} }}
    class="button quiet"
    title="Switch on a scenario that loses one webhook of this fax: a redelivery comes"
  >
    Lose its webhook…
  </Link>
);
