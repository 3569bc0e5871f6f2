import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { wasRefused } from '../../src/model/shared/refused-request.ts';
import { durationWords } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import type { Table } from '../ui/table.tsx';
import { RowTime } from '../ui/times.tsx';
import { numberText, rowPath } from './request-target.ts';
import { aboutText, responseStatus } from './request-words.ts';

/** The columns of the table of requests. */
export const requestColumns: Table<RequestRecord> = {
  list: 'requests',
  columns: [
    { name: 'at', label: 'Time', width: '128px', cell: ({ at }) => <RowTime at={at} /> },
    { name: 'method', label: 'Method', width: '56px', cell: ({ method }) => <code class="method">{method}</code> },
    {
      name: 'path',
      label: 'Path',
      width: 'minmax(120px, 4fr)',
      cell: (request) => <PathCell request={request} />,
    },
    { name: 'number', label: 'Number', width: '140px', cell: numberText },
    {
      name: 'fax',
      label: 'Fax',
      width: '84px',
      from: 1060,
      cell: ({ fax_id: fax, new_fax_ids: made }) => (made.length > 0 ? made.join(', ') : fax),
    },
    {
      name: 'status',
      label: 'Status',
      width: '108px',
      cell: (request) => {
        const { tone, word } = responseStatus(request);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      name: 'marks',
      label: 'Reason, lint, rule',
      width: 'minmax(100px, 4fr)',
      cell: (request) => <Reasons {...{ request }} />,
    },
    { name: 'version', label: 'Version', width: '52px', from: 1240, cell: ({ version }) => version },
    { name: 'took', label: 'Took', width: '60px', from: 1150, cell: ({ took_ms: ms }) => durationWords(ms) },
  ],
};

function PathCell({ request }: { readonly request: RequestRecord }) {
  const { path, query } = request;
  return (
    <>
      <strong title={path}>{rowPath(path)}</strong>
      {query !== '' && <span class="muted">?{query}</span>}
      {request.is_of_console && <ConsoleTag />}
    </>
  );
}

/** Marks the requests of the console. */
export const ConsoleTag = () => (
  <span class="tag" title="Sent by the console: no verdict on a program counts it">
    console
  </span>
);

/** Whether the answer has a message that says why the request failed. */
const hasReason = ({ answer: { status, message }, refused }: RequestRecord) =>
  status !== null && wasRefused(status, refused) && message !== null;

/** The reason of a failed request, its lint and its rule; empty for most. */
function Reasons({ request }: { readonly request: RequestRecord }) {
  const { operation, lint, rule } = request;
  return operation === null || hasReason(request) || lint.length > 0 || rule !== null ? (
    <Marks request={request} />
  ) : null;
}

/** Short labels for the lint and the rule of a request. */
export function Marks({ request }: { readonly request: RequestRecord }) {
  const { operation, version, lint, rule, answer } = request;
  if (operation === null) return <NoRoute nearest={request.nearest_route} />;
  return (
    <>
      {lint.length > 0 && (
        <span class="mark mixed">
          {lint.length === 1 ? lint[0]?.rule : `${lint[0]?.rule} and ${lint.length - 1} more`}
        </span>
      )}
      {rule !== null && <span class="mark busy">{scenarioText(rule)}</span>}
      {hasReason(request) ? answer.message : [operation, aboutText(request) || (version ?? '')].join(' · ')}
    </>
  );
}

const NoRoute = ({ nearest }: { readonly nearest: string | null }) => (
  <>
    <span class="mark mixed">no route</span>
    {nearest !== null && ` nearest: ${nearest}`}
  </>
);
