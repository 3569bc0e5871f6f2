import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize, shortReason, withoutAdvice } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { RowTime } from '../ui/times.tsx';
import { redeliver, tellAnswers } from './redelivery.ts';
import { openUrlCheck } from './webhook-dialog.ts';
import { endpointsOf } from './webhook-endpoint.ts';
import type { Endpoint } from './webhook-endpoint.ts';
import { shownForgery } from '../../src/model/shared/forgery-text.ts';
import { isBad } from './webhook-attempt.ts';

/** A row for each receiver of webhooks, with the results of the latest thousand webhooks. */
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
            {['URL', 'Success', 'Attempts', 'Gave up', 'Lost by rules', 'Last attempt', 'Last error'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
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

function EndpointRow({ url, urls, webhooks, attempts, failed, lost }: Endpoint) {
  const good = attempts.filter((attempt) => !isBad(attempt)).length;
  const last = attempts.at(-1);
  const worst = attempts.findLast(isBad);
  const reason = (worst && (shownForgery(worst) ?? worst.failure)) ?? '';
  const cause = withoutAdvice(reason);
  const unsent = [...failed, ...lost];
  const retry = async (): Promise<void> => {
    const again: WebhookRecord[] = [];
    for (const { id } of unsent) again.push(await redeliver(id));
    tellAnswers(again);
  };
  return (
    <tr>
      <th scope="row">
        <Link to={{ id: undefined, query: { q: url } }} title={pluralize(webhooks.length, 'webhook')}>
          {url}
        </Link>
        {urls.length > 1 && <Queries of={urls} />}
      </th>
      <td data-label="Success">
        {attempts.length === 0 ? 'no attempt yet' : <Share good={good} of={attempts.length} />}
      </td>
      <td data-label="Attempts">{attempts.length.toLocaleString('en')}</td>
      <td data-label="Gave up">{failed.length.toLocaleString('en')}</td>
      <td data-label="Lost by rules">{lost.length.toLocaleString('en')}</td>
      <td data-label="Last attempt">{last === undefined ? 'none' : <RowTime at={last.at} />}</td>
      <td data-label="Last error">
        <p title={reason}>{shortReason(reason).replace(/^answered /, '') || 'none'}</p>
        {cause !== reason && <p class="muted">{reason.slice(cause.length).replace(/^[:;] /, '')}</p>}
        <span class="row-actions">
          <Button icon="connect" label={`Test ${url}`} onClick={() => openUrlCheck(urls.at(-1) ?? url)} />
          {unsent.length > 0 && <Button onClick={retry}>Retry {unsent.length} that failed</Button>}
        </span>
      </td>
    </tr>
  );
}

/** The queries of a receiver, each a link to its webhooks. */
const Queries = ({ of: urls }: { readonly of: readonly string[] }) => (
  <details>
    <summary>{urls.length} queries</summary>
    <ul>
      {urls.map((url) => (
        <li key={url}>
          <Link to={{ id: undefined, query: { q: url } }}>
            {url.includes('?') ? url.slice(url.indexOf('?')) : 'none'}
          </Link>
        </li>
      ))}
    </ul>
  </details>
);

/** `75 %`, with a bar. */
const Share = ({ good, of }: { readonly good: number; readonly of: number }) => (
  <>
    {Math.round((100 * good) / of)} %
    <span class={good === of ? 'share full' : 'share'} aria-hidden="true">
      <span style={{ width: `${(100 * good) / of}%` }} />
    </span>
  </>
);
