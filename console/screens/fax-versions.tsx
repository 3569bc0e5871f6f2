import type { FaxRecord, FaxVersions } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize } from '../format.ts';
import { ofFax, useResource } from '../resource.ts';
import { Code } from '../ui/code.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { prettyText } from './request-words.ts';

/** The fax as v2.1 has it beside the faxes of v3, one for each recipient, and the webhooks of both. */
export function Versions({ fax: { id } }: { readonly fax: FaxRecord }) {
  const versions = useResource(String(id), (signal) => ask<FaxVersions>(`/faxes/${id}/versions`, { signal }), {
    changedBy: ofFax(id),
  });
  if (versions.error !== undefined) return <Failed error={versions.error} onRetry={versions.reload} />;
  if (versions.data === undefined) return null;
  const { 'v2.1': former, v3, webhooks } = versions.data;
  return (
    <Part title="In v2.1 and v3">
      <details>
        <summary>{`Both as JSON: one fax of v2.1, ${pluralize(v3.length, 'fax')} of v3`}</summary>
        <div class="pair">
          <Code text={jsonOf(former)} what="the fax of v2.1" />
          <Code text={v3.map(jsonOf).join('\n')} what="the fax of v3" />
        </div>
      </details>
      <details>
        <summary>{`Both webhooks: ${webhooks['v2.1'].length} of v2.1, ${webhooks.v3.length} of v3`}</summary>
        <div class="pair">
          <Code text={webhooks['v2.1'].map(webhookText).join('\n\n')} what="the webhook of v2.1" />
          <Code text={webhooks.v3.map(webhookText).join('\n\n')} what="the webhook of v3" />
        </div>
      </details>
    </Part>
  );
}

const jsonOf = (fax: object): string => JSON.stringify(fax, undefined, 2);

type Webhook = FaxVersions['webhooks']['v3'][number];

/** A webhook as its receiver reads it: the form first, then each part. */
function webhookText({ is_delivered: isDelivered, is_signed: isSigned, form, fields, files }: Webhook): string {
  const head = `${isDelivered ? 'delivered' : 'as it would come now'}: ${form === 'json' ? 'JSON' : 'multipart'}, ${
    isSigned ? 'with X-Phaxio-Signature' : 'without a signature'
  }`;
  return [
    head,
    ...Object.entries(fields).map(([name, text]) => `${name} = ${prettyText(text)}`),
    ...files.map(({ name, filename, type }) => `${name} = ${filename} (${type})`),
  ].join('\n');
}
