import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { durationWords } from '../format.ts';
import { Badge } from '../ui/badge.tsx';
import { isPrinted } from '../ui/printing.ts';
import type { Table } from '../ui/table.tsx';
import { RowTime } from '../ui/times.tsx';
import { numberText, rowPath } from './request-target.ts';
import { aboutText, reasonOf, responseStatus } from './request-words.ts';

/** The columns of the table of requests. */
export const requestColumns: Table<RequestRecord> = {
  list: 'requests',
  columns: [
    { name: 'at', label: 'Arrived', width: '128px', isOrder: true, cell: ({ at }) => <RowTime at={at} /> },
    { name: 'method', label: 'Method', width: '56px', cell: ({ method }) => <code class="method">{method}</code> },
    {
      name: 'path',
      label: 'Path',
      width: 'minmax(160px, 4fr)',
      cell: (request) => <PathCell request={request} />,
    },
    { name: 'number', label: 'Number', width: '124px', has: (request) => numberText(request) !== '', cell: numberText },
    {
      name: 'fax',
      label: 'Fax',
      width: '84px',
      from: 1060,
      has: ({ fax_id: fax, new_fax_ids: made }) => fax !== null || made.length > 0,
      cell: ({ fax_id: fax, new_fax_ids: made }) => (made.length > 0 ? made.join(', ') : fax),
    },
    {
      name: 'status',
      label: 'Status',
      width: '96px',
      cell: (request) => {
        const { tone, word } = responseStatus(request);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      name: 'marks',
      label: 'Operation or reason',
      width: 'minmax(120px, 5fr)',
      cell: (request) => <Marks request={request} isTable />,
    },
    { name: 'version', label: 'Version', width: '52px', from: 1240, cell: ({ version }) => version },
    { name: 'took', label: 'Duration', width: '76px', from: 1150, cell: ({ took_ms: ms }) => durationWords(ms) },
  ],
};

function PathCell({ request }: { readonly request: RequestRecord }) {
  const { path, query } = request;
  return (
    <>
      <strong title={path}>{rowPath(path)}</strong>
      {query !== '' && <span class="muted query">?{query}</span>}
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

interface MarksProps {
  readonly request: RequestRecord;
  /** Whether other columns say what the request is about. */
  readonly isTable?: boolean;
}

/** The reason of a refusal, or what the request is about or calls; then short labels for its rule and its lint, which give way first. */
export function Marks({ request, isTable = false }: MarksProps) {
  const { operation, version, lint, rule } = request;
  if (operation === null) return <NoRoute nearest={request.nearest_route} />;
  const reason = reasonOf(request);
  const about = aboutText(request);
  const subject = about === '' ? [operation, version] : [about, operation]; // the number is what rows differ in
  const otherwise = isTable ? operation : subject.join(' · ');
  return (
    <span class="marks">
      {reason === undefined ? <span class="muted">{otherwise}</span> : <span title={reason}>{reason}</span>}
      {rule !== null && (
        <span class="mark on" title={scenarioText(rule)}>
          {scenarioText(rule)}
        </span>
      )}
      {lint.length > 0 && <LintMark lint={lint} isShort={(reason !== undefined || !isTable) && !isPrinted.value} />}
    </span>
  );
}

/** The remarks by the name of the first; where other words need the room, by their number. */
function LintMark({ lint, isShort }: Pick<RequestRecord, 'lint'> & { readonly isShort: boolean }) {
  const names = [...new Set(lint.map(({ rule }) => rule))].join(', ');
  const [first = ''] = lint.map(({ rule }) => rule);
  if (!isShort) {
    return (
      <span class="mark mixed" title={names}>
        {isPrinted.value ? names : lint.length === 1 ? first : `${first} and ${lint.length - 1} more`}
      </span>
    );
  }
  return (
    <span class="mark mixed short" title={names}>
      <span aria-hidden="true">⚠ {lint.length}</span>
      <span class="hidden">Lint: {names}</span>
    </span>
  );
}

const NoRoute = ({ nearest }: { readonly nearest: string | null }) => (
  <>
    <span class="mark mixed">no route</span>
    {nearest !== null && ` nearest: ${nearest}`}
  </>
);
