import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { useMemo, useState } from 'preact/hooks';
import { wasRefused } from '../../src/model/shared/refused-request.ts';
import { hasWords, searchedWords } from '../../src/model/shared/searched-words.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { versionChoices } from '../api-versions.ts';
import { pluralize } from '../format.ts';
import { pageLength, useLog } from '../log.ts';
import { go, route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Filters, isFiltered } from '../ui/filters.tsx';
import type { FilterField } from '../ui/filter-fields.tsx';
import { useHighlight } from '../ui/highlight.ts';
import { Link } from '../ui/link.tsx';
import { lazy } from '../ui/lazy.tsx';
import { NoMatch } from '../ui/states.tsx';
import { ColumnChoice, isTable, TableHead, TableRow, useFilledTable } from '../ui/table.tsx';
import type { Table } from '../ui/table.tsx';
import { ShortTime } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { exportHar } from './exports.ts';
import { LogCount, LogList } from './log-list.tsx';
import { ConsoleTag, Marks, requestColumns } from './request-columns.tsx';
import { rowPath } from './request-target.ts';
import { isUnmatched, responseStatus, ruleOfLabel, searchedText } from './request-words.ts';

const FirstRequest = lazy('the first steps', async () => (await import('./first-steps.tsx')).FirstRequest);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

const clientOf = ({ is_of_console: isOfConsole }: RequestRecord) => (isOfConsole ? 'console' : 'other');

/** The values of the filter by status that find a request. */
function statusValues({ answer: { status }, held_until: heldUntil, refused }: RequestRecord): readonly string[] {
  const codes = status === null ? [] : [String(status), `${String(status).charAt(0)}xx`];
  return heldUntil === null && wasRefused(status, refused) ? ['refused', ...codes] : codes;
}

const filters: readonly FilterField<RequestRecord>[] = [
  {
    name: 'status',
    label: 'Status',
    choices: { refused: 'Refused', '4xx': '4xx', '5xx': '5xx' },
    wrong: 'refused',
    isOpen: true,
    placeholder: '422, 4xx',
    valuesOf: statusValues,
  },
  {
    name: 'lint',
    label: 'Lint',
    choices: { any: 'With remarks' },
    valuesOf: ({ lint }) => (lint.length > 0 ? ['any'] : []),
  },
  {
    name: 'unmatched',
    label: 'Route',
    choices: { true: 'No route matches' },
    valuesOf: (request) => (isUnmatched(request) ? ['true'] : []),
  },
  {
    name: 'client',
    label: 'Client',
    choices: { console: 'The console', other: 'Other programs' },
    valuesOf: (request) => [clientOf(request)],
  },
  {
    name: 'operation',
    label: 'Operation',
    placeholder: 'sendFax',
    valuesOf: ({ operation }) => (operation === null ? [] : [operation]),
  },
  {
    name: 'method',
    label: 'Method',
    choices: Object.fromEntries(methods.map((method) => [method, method])),
    valuesOf: ({ method }) => [method],
  },
  { name: 'path', label: 'Path', placeholder: '/v2.1/faxes/**', valuesOf: ({ path }) => [path] },
  {
    name: 'version',
    label: 'Version',
    choices: versionChoices,
    valuesOf: ({ version }) => (version === null ? [] : [version]),
  },
  {
    name: 'rule',
    label: 'Rule',
    placeholder: 'outage/down',
    valuesOf: ({ rule }) => (rule === null ? [] : [ruleOfLabel(rule)]),
  },
  { name: 'number', label: 'Number', placeholder: '+12025550123', valuesOf: ({ numbers }) => numbers },
  { name: 'fax', label: 'Fax', placeholder: '1001' },
  {
    name: 'key',
    label: 'Keys',
    choices: { live: 'Live keys', test: 'Test keys' },
    valuesOf: ({ key }) => (key === null ? [] : [key]),
  },
  { name: 'since', label: 'Since', isTime: true },
  { name: 'until', label: 'Until', isTime: true },
];

/** The filters that the control API applies; the page applies the others. */
const askedNames = filters.map(({ name }) => name).filter((name) => name !== 'unmatched' && name !== 'client');

const noRequests: readonly RequestRecord[] = [];

export function RequestList() {
  const { query } = route.value;
  const conditions = Object.fromEntries(askedNames.map((name) => [name, query[name]]));
  const key = JSON.stringify(conditions);
  const log = useLog<RequestRecord>(key, 'request', async (page, signal) => {
    const input = { ...conditions, ...page, limit: pageLength };
    const { requests, total } = await ask<AnswerOf<'requests', 'list'>>('/requests', { input, signal });
    return { items: requests, total };
  });
  const all = log.items.value;
  const { q = '', unmatched, client } = query;
  const words = searchedWords(q);
  const visible = useMemo(
    () =>
      (all ?? []).filter(
        (request) =>
          (unmatched === undefined || isUnmatched(request)) &&
          (client === undefined || clientOf(request) === client) &&
          hasWords(searchedText(request), words),
      ),
    [all, q, unmatched, client],
  );
  const table = useFilledTable(requestColumns, all ?? noRequests);
  const hasNone = all?.length === 0 && !isFiltered();
  return (
    <>
      <div class="list-head">
        <h1>
          Requests <LogCount read={all?.length} shown={visible.length} total={log.total.value} />
        </h1>
        {!hasNone && <AllRequests onCleared={log.reload} />}
      </div>
      {!hasNone && (
        <Filters
          filters={filters}
          searchLabel="Search requests"
          placeholder="Number, path, status, parameter, id"
          sample={() => all ?? []}
        >
          <ColumnChoice of={table} />
        </Filters>
      )}
      {visible.length > 0 && <TableHead of={table} />}
      <LogList
        key={key}
        name={`${route.value.world} ${key}`}
        log={log}
        items={visible}
        noun="request"
        row={(request, isChosen) => <Row key={request.id} {...{ request, table, isChosen }} />}
        empty={<NoRequests />}
      />
    </>
  );
}

/** The actions on all requests of the world. */
const AllRequests = ({ onCleared }: { readonly onCleared: () => void }) => (
  <>
    <Button onClick={exportHar} title="Save all requests and webhooks of this world as a HAR file, without secrets">
      Export HAR
    </Button>
    <ClearRequests onCleared={onCleared} />
  </>
);

/** Deletes all requests of the world, after a confirmation with their number. */
function ClearRequests({ onCleared }: { readonly onCleared: () => void }) {
  const [count, setCount] = useState<number>();
  const openForm = async (): Promise<void> => {
    setCount((await ask<AnswerOf<'requests', 'count'>>('/requests/count')).count);
  };
  const clear = async (): Promise<void> => {
    await ask('/requests', { method: 'DELETE' });
    toast(`${pluralize(count ?? 0, 'request')} cleared`);
    go({ id: undefined });
    onCleared();
  };
  return (
    <>
      <Button onClick={openForm} title="Delete all recorded requests of this world">
        Clear…
      </Button>
      {count !== undefined && (
        <FormDialog
          title="Clear the requests"
          submit="Clear"
          isDanger
          onSubmit={clear}
          onClose={() => setCount(undefined)}
        >
          <p class="problem">
            <strong>This removes {pluralize(count, 'request')}</strong>, also those that a filter hides. The world can
            no longer rewind to before them.
          </p>
          <p>Faxes and webhooks stay.</p>
        </FormDialog>
      )}
    </>
  );
}

function NoRequests() {
  if (isFiltered()) {
    return <NoMatch title="No request matches" all="all requests" />;
  }
  return <FirstRequest />;
}

interface RowProps {
  readonly request: RequestRecord;
  readonly table: Table<RequestRecord>;
  readonly isChosen: boolean;
}

function Row({ request, table, isChosen }: RowProps) {
  const { id, method, path, query, at } = request;
  const { tone, word } = responseStatus(request);
  const row = useHighlight<HTMLLIElement>(id, word);
  if (isTable.value) return <TableRow of={table} item={request} to={{ id: String(id) }} element={row} />;
  return (
    <li ref={row} class={`row log-row${isChosen ? ' chosen' : ''}`}>
      <Link to={{ id: String(id) }} isCurrent={isChosen}>
        <span class="row-main">
          <code class="method">{method}</code> <strong title={path}>{rowPath(path)}</strong>
          {query !== '' && <span class="muted">?{query}</span>}
          {request.is_of_console && <ConsoleTag />}
        </span>
        <ShortTime at={at} what="Received" />
        <span class="row-more">
          <Marks request={request} />
        </span>
        <Badge tone={tone}>{word}</Badge>
      </Link>
    </li>
  );
}
