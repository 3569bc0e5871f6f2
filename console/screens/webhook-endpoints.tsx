import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize, unquoted } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { LongTime } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { isDropped } from './webhook-words.ts';
import type { Attempt } from './webhook-words.ts';

/** The webhooks to one URL. */
interface Endpoint {
  readonly url: string;
  readonly webhooks: readonly WebhookRecord[];
  readonly attempts: readonly Attempt[];
  readonly failed: readonly WebhookRecord[];
}

/** Takes the place of a chosen webhook: how the latest thousand fare, by the URL that they go to. */
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
      <Empty title="Choose a webhook">
        <p>
          What was sent, what your application answered, why an attempt failed, and how the signature is computed are
          shown here. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
        </p>
      </Empty>
    );
  }
  return (
    <article class="detail">
      <header class="detail-head">
        <h2>Endpoints</h2>
      </header>
      {endpoints.map((endpoint) => (
        <EndpointPart key={endpoint.url} {...endpoint} />
      ))}
    </article>
  );
}

/** Failed webhooks that a later one has replaced are not failed any more. */
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

/** Equal for webhooks that tell one URL the same: of a fax on its way, the page or the retry counts too. */
function messageKey({ fax_id: fax, event, url, attempts }: WebhookRecord): string {
  const fields = Object.entries(attempts[0]?.fields ?? {}).filter(([name]) => name !== 'fax');
  return JSON.stringify([fax, event, url, event === 'fax_completed' ? null : fields]);
}

function EndpointPart({ url, webhooks, attempts, failed }: Endpoint) {
  const good = attempts.filter(({ failure }) => failure === null).length;
  const lastError = attempts
    .filter(({ failure }) => failure !== null)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1);
  const retry = async (): Promise<void> => {
    for (const { id } of failed) await ask(`/webhooks/${id}/redeliver`, { method: 'POST' });
    toast(`${pluralize(failed.length, 'webhook')} delivered again`);
  };
  return (
    <Part title={url} actions={failed.length > 0 && <Button onClick={retry}>Retry {failed.length} that failed</Button>}>
      <Facts
        facts={{
          Success:
            attempts.length === 0
              ? 'no attempt yet'
              : `${Math.round((100 * good) / attempts.length)} % of ${pluralize(attempts.length, 'attempt')}`,
          Webhooks: <Link to={{ id: undefined, query: { q: url } }}>{webhooks.length.toLocaleString('en')}</Link>,
          'Last error': lastError && (
            <>
              {unquoted(lastError.failure ?? '')} · <LongTime at={lastError.at} />
            </>
          ),
        }}
      />
    </Part>
  );
}
