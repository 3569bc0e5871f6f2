import type { FaxRecord, FaxVersions } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { pluralize } from '../format.ts';
import { ofFax, useResource } from '../resource.ts';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';

/** The fax as v2.1 has it beside the faxes of v3, one for each recipient. */
export function Versions({ fax: { id } }: { readonly fax: FaxRecord }) {
  const versions = useResource(String(id), (signal) => ask<FaxVersions>(`/faxes/${id}/versions`, { signal }), {
    changedBy: ofFax(id),
  });
  if (versions.error !== undefined) return <Failed error={versions.error} onRetry={versions.reload} />;
  if (versions.data === undefined) return null;
  const { 'v2.1': former, v3 } = versions.data;
  return (
    <Part title="In v2.1 and v3">
      <ul class="rows">
        {v3.map((one) => (
          <li key={one.id}>
            <span>
              v3: <code>{one.id}</code>
              <Copy text={one.id} what="the id in v3" />
            </span>
          </li>
        ))}
      </ul>
      <details>
        <summary>{`Both as JSON: one fax of v2.1, ${pluralize(v3.length, 'fax')} of v3`}</summary>
        <div class="pair">
          <Code text={jsonOf(former)} what="the fax of v2.1" />
          <Code text={v3.map(jsonOf).join('\n')} what="the fax of v3" />
        </div>
      </details>
    </Part>
  );
}

const jsonOf = (fax: object): string => JSON.stringify(fax, undefined, 2);
