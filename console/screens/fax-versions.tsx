import type { ComponentChildren } from 'preact';
import type { FaxRecord, FaxVersions } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize } from '../format.ts';
import { ofFax, useResource } from '../resource.ts';
import { Code } from '../ui/code.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { inOneOrder } from './fax-order.ts';
import { isJsonObject } from './json-text.ts';
import { JsonView } from './json-view.tsx';

/** The fax in the form of v2.1, beside the faxes of v3, one for each recipient, and the webhooks of both. */
export function Versions({ fax: { id } }: { readonly fax: FaxRecord }) {
  const found = useResource(String(id), (signal) => ask<FaxVersions>(`/faxes/${id}/versions`, { signal }), {
    changedBy: ofFax(id),
  });
  if (found.error !== undefined) return <Failed error={found.error} onRetry={found.reload} />;
  if (found.data === undefined) return null;
  const { 'v2.1': former, v3, webhooks } = found.data;
  const [first, others] = inOneOrder(former, v3);
  return (
    <Part title="In v2.1 and v3">
      <details>
        <summary>{`Both as JSON: one fax of v2.1, ${pluralize(v3.length, 'fax')} of v3`}</summary>
        <p class="muted">Fields that correspond come first, in the same order.</p>
        <Pair
          columns={[[first], others].map((faxes, at) =>
            faxes.map((fax, index) => (
              <JsonView key={index} text={jsonOf(fax)} what={`the fax of ${versions[at] ?? ''}`} />
            )),
          )}
        />
      </details>
      <details>
        <summary>{`Both webhooks: ${webhooks['v2.1'].length} of v2.1, ${webhooks.v3.length} of v3`}</summary>
        <Pair
          columns={[webhooks['v2.1'], webhooks.v3].map((of, at) =>
            of.map((webhook, index) => (
              <WebhookText key={index} webhook={webhook} what={`the webhook of ${versions[at] ?? ''}`} />
            )),
          )}
        />
      </details>
    </Part>
  );
}

const versions = ['v2.1', 'v3'] as const;

/** Two columns, each below the heading of its version. */
const Pair = ({ columns }: { readonly columns: readonly ComponentChildren[] }) => (
  <div class="pair versions">
    {columns.map((column, at) => (
      <div key={at}>
        <h4>{versions[at]}</h4>
        {column}
      </div>
    ))}
  </div>
);

const jsonOf = (fax: object): string => JSON.stringify(fax, undefined, 2);

type Webhook = FaxVersions['webhooks']['v3'][number];

/** A webhook as its receiver reads it: the form first, then each part. */
function WebhookText({ webhook, what }: { readonly webhook: Webhook; readonly what: string }) {
  const { is_delivered: isDelivered, is_signed: isSigned, form, fields, files } = webhook;
  const texts = [
    ...Object.entries(fields).filter(([, text]) => !isJsonObject(text)),
    ...files.map(({ name, filename, type }) => [name, `${filename} (${type})`] as const),
  ];
  return (
    <div class="webhook-form">
      <p class="muted">
        {isDelivered ? 'Delivered' : 'As it would come now'}, {form === 'json' ? 'JSON' : 'multipart'},{' '}
        {isSigned ? 'with X-Phaxio-Signature' : 'without a signature'}
      </p>
      {texts.length > 0 && <Code text={texts.map(([name, text]) => `${name} = ${text}`).join('\n')} what={what} />}
      {Object.entries(fields)
        .filter(([, text]) => isJsonObject(text))
        .map(([name, text]) => (
          <div key={name}>
            <h5>{name}</h5>
            <JsonView text={text} what={`${name} of ${what}`} />
          </div>
        ))}
    </div>
  );
}
