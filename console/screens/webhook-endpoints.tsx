import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize, shortReason, withoutAdvice } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { RowTime } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { openUrlCheck } from './webhook-dialog.ts';
import { isDropped } from './webhook-words.ts';
import type { Attempt } from './webhook-words.ts';

/** The webhooks to one URL. */
interface Endpoint {
  readonly url: string;
  readonly webhooks: readonly WebhookRecord[];
  readonly attempts: readonly Attempt[];
  readonly failed: readonly WebhookRecord[];
}

/** A row for each webhook URL, with the results of the latest thousand webhooks. */
export function Endpoints() {
  const log = useResource(
    world.value,
    (signal) => ask<readonly WebhookRecord[]>('/webhooks', { input: { limit: 1000 }, signal }),
    {
      changedBy: ({ kind }) => kind === 'webhook',
    },
  );
  if (log.error !== undefined) return <Failed error={log.error} onRetry={log.reload} />;
  if (log.data === undefined) return <Loading what="the endpoints" />;
  const endpoints = endpointsOf(log.data);
  if (endpoints.length === 0) {
    return (
      <Empty title="No endpoint yet">
        <p>Each URL that a webhook goes to has a row here: its share of successes, and its last error.</p>
        <Link to={{ screen: 'settings', id: 'send_callback_url', query: {} }} class="button">
          Set a callback URL
        </Link>
      </Empty>
    );
  }
  return (
    <div class="endpoints">
      <table>
        <thead>
          <tr>
            {['URL', 'Success', 'Attempts', 'Gave up', 'Last attempt', 'Last error'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.url} {...endpoint} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Groups webhooks by URL. A failed webhook that was later delivered again does not count as failed. */
function endpointsOf(webhooks: readonly WebhookRecord[]): readonly Endpoint[] {
  const latest = new Map(webhooks.map((webhook) => [messageKey(webhook), webhook.id]));
  const urls = [...new Set(webhooks.map(({ url }) => url))].filter((url) => url !== null);
  return urls.map((url) => {
    const all = webhooks.filter((webhook) => webhook.url === url);
    const failed = all.filter(
      (webhook) => webhook.state === 'failed' && latest.get(messageKey(webhook)) === webhook.id,
    );
    return {
      url,
      webhooks: all,
      attempts: all.flatMap(({ attempts }) => attempts.filter((one) => !isDropped(one))),
      failed,
    };
  });
}

/**
 * A key that is equal for webhooks with the same message to the same URL; for unfinished faxes, page and retry count must be
 * equal too.
 */
function messageKey({ fax_id: fax, event, url, attempts }: WebhookRecord): string {
  const fields = Object.entries(attempts[0]?.fields ?? {}).filter(([name]) => name !== 'fax');
  return JSON.stringify([fax, event, url, event === 'fax_completed' ? null : fields]);
}

function EndpointRow({ url, webhooks, attempts, failed }: Endpoint) {
  const good = attempts.filter(({ failure }) => failure === null).length;
  const inOrder = attempts.toSorted((one, other) => one.at.localeCompare(other.at));
  const last = inOrder.at(-1);
  const reason = inOrder.findLast(({ failure }) => failure !== null)?.failure ?? '';
  const cause = withoutAdvice(reason);
  const retry = async (): Promise<void> => {
    for (const { id } of failed) await ask(`/webhooks/${id}/redeliver`, { method: 'POST' });
    toast(`${pluralize(failed.length, 'webhook')} delivered again`);
  };
  return (
    <tr>
      <th scope="row">
        <Link to={{ id: undefined, query: { q: url } }} title={pluralize(webhooks.length, 'webhook')}>
          {url}
        </Link>
      </th>
      <td>{attempts.length === 0 ? 'no attempt yet' : <Share good={good} of={attempts.length} />}</td>
      <td>{attempts.length.toLocaleString('en')}</td>
      <td>{failed.length.toLocaleString('en')}</td>
      <td>{last !== undefined && <RowTime at={last.at} />}</td>
      <td>
        {shortReason(reason).replace(/^answered /, '')}
        {cause !== reason && <p class="muted">{reason.slice(cause.length).replace(/^[:;] /, '')}</p>}
      </td>
      <td>
        <span class="row-actions">
          <Button icon="connect" label={`Test ${url}`} onClick={() => openUrlCheck(url)} />
          {failed.length > 0 && <Button onClick={retry}>Retry {failed.length} that failed</Button>}
        </span>
      </td>
    </tr>
  );
}

/** `75 %`, with a bar. */
const Share = ({ good, of }: { readonly good: number; readonly of: number }) => (
  <>
    {Math.round((100 * good) / of)} %
    <span class="share" aria-hidden="true">
      <span style={{ width: `${(100 * good) / of}%` }} />
    </span>
  </>
);
