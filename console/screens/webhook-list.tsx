import { baseName } from '../../src/model/shared/scenario-text.ts';
import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { hasWords, searchedWords } from '../../src/model/shared/searched-words.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { scenariosOn } from '../conditions.ts';
import { dueIn } from '../format.ts';
import { pageLength, useLog } from '../log.ts';
import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Filters, isFiltered } from '../ui/filters.tsx';
import { RuleText } from '../ui/code.tsx';
import type { FilterField } from '../ui/filter-fields.tsx';
import { useHighlight } from '../ui/highlight.ts';
import { lazy } from '../ui/lazy.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import { SelectBox, SelectButton, useSelection } from '../ui/selection.tsx';
import type { Selection } from '../ui/selection.tsx';
import { MiddleCut } from '../ui/middle-cut.tsx';
import { NoMatch } from '../ui/states.tsx';
import { ColumnChoice, isTable, TableHead, TableRow } from '../ui/table.tsx';
import type { Table } from '../ui/table.tsx';
import { RowTime, ShortTime } from '../ui/times.tsx';
import { FaxEnd } from './fax-end.tsx';
import { LogCount, LogList } from './log-list.tsx';
import { isOver } from './scenario-words.ts';
import { openScenarios, openUrlCheck } from './webhook-dialog.ts';
import { webhookScenarios } from './webhook-scenarios.ts';
import { attemptGroups, faxWords, reasonBeside, repeatedWebhooks, searchedText, shownState } from './webhook-words.ts';
import { webhookStates } from './webhook-states.ts';

const FirstWebhook = lazy('the first steps', async () => (await import('./first-steps.tsx')).FirstWebhook);
const WebhookSelection = lazy('the selection', async () => (await import('./webhook-selection.tsx')).WebhookSelection);

/** The number of active scenarios of the dialog that are not over. */
const breakingCount = (): number =>
  scenariosOn.value.filter(
    ({ name, end }) => Object.hasOwn(webhookScenarios, baseName(name)) && !isOver(end, now.value),
  ).length;

const events = ['fax_completed', 'transmitting_page', 'retry_scheduled'];

const filters: readonly FilterField[] = [
  {
    name: 'state',
    label: 'State',
    choices: Object.fromEntries(Object.entries(webhookStates).map(([state, { word }]) => [state, word])),
  },
  { name: 'event', label: 'Event', choices: Object.fromEntries(events.map((event) => [event, event])) },
  { name: 'failing', label: 'Latest attempt', choices: { true: 'Failed', false: 'Did not fail' }, wrong: 'true' },
  { name: 'rule', label: 'Rule', placeholder: 'webhook-never/never' },
  { name: 'fax', label: 'Fax', placeholder: '1001' },
  { name: 'since', label: 'Since', isTime: true },
  { name: 'until', label: 'Until', isTime: true },
];

export function WebhookList() {
  const { query } = route.value;
  const conditions = Object.fromEntries(filters.map(({ name }) => [name, query[name]]));
  const key = JSON.stringify(conditions);
  const log = useLog<WebhookRecord>(key, 'webhook', async (page, signal) => {
    const [items, { count }] = await Promise.all([
      ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input: { ...conditions, ...page, limit: pageLength }, signal }),
      ask<AnswerOf<'webhooks', 'count'>>('/webhooks/count', { input: conditions, signal }),
    ]);
    return { items, total: count };
  });
  const all = log.items.value;
  const { q = '' } = query;
  const words = searchedWords(q);
  const visible = useMemo(() => (all ?? []).filter((webhook) => hasWords(searchedText(webhook), words)), [all, q]);
  const selection = useSelection(`${route.value.world} ${key} ${q}`, 'webhook', visible);
  const repeated = useMemo(() => repeatedWebhooks(all ?? []), [all]);
  const webhookColumns = useMemo(() => columnsOf(repeated), [repeated]);
  return (
    <>
      <WebhookHead>
        Webhooks <LogCount read={all?.length} shown={visible.length} total={log.total.value} />
      </WebhookHead>
      {(all?.length !== 0 || isFiltered()) && (
        <Filters filters={filters} searchLabel="Search webhooks" placeholder="Number, state, answer, URL, id">
          <SelectButton selection={selection} noun="webhooks" />
          <ColumnChoice of={webhookColumns} />
        </Filters>
      )}
      {selection.items.value !== undefined && <WebhookSelection selection={selection} visible={visible} />}
      {visible.length > 0 && <TableHead of={webhookColumns} />}
      <LogList
        key={key}
        name={`${route.value.world} ${key}`}
        log={log}
        items={visible}
        noun="webhook"
        row={(webhook, isChosen) => (
          <Row
            key={webhook.id}
            {...{ webhook, isChosen, selection, webhookColumns }}
            first={repeated.get(webhook.id)}
          />
        )}
        empty={<NoWebhooks />}
      />
    </>
  );
}

/** The title of both views, with links between them. */
export const WebhookHead = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="list-head">
    <h1>{children}</h1>
    <Views />
    <Button icon="scenario" isShort onClick={openScenarios} title="Faults: scenarios that break webhooks">
      {breakingCount() === 0 ? 'Faults…' : `Faults… · ${breakingCount()} on`}
    </Button>
    <Button icon="connect" isShort title="Test a URL" onClick={() => openUrlCheck()}>
      Test a URL
    </Button>
  </div>
);

/** The links to the two views: the log and the endpoints. */
function Views() {
  const isEndpoints = route.value.query['view'] === 'endpoints';
  return (
    <div class="segments" role="group" aria-label="View">
      <Link to={{ id: undefined, query: {} }} class="button quiet" isCurrent={!isEndpoints}>
        Log
      </Link>
      <Link to={{ id: undefined, query: { view: 'endpoints' } }} class="button quiet" isCurrent={isEndpoints}>
        Endpoints
      </Link>
    </div>
  );
}

function NoWebhooks() {
  if (isFiltered()) {
    return <NoMatch title="No webhook matches" all="all webhooks" />;
  }
  return <FirstWebhook />;
}

interface RowProps {
  readonly webhook: WebhookRecord;
  readonly isChosen: boolean;
  readonly selection: Selection<WebhookRecord>;
  readonly webhookColumns: Table<WebhookRecord>;
  /** The first webhook about the same event; undefined if it is the first. */
  readonly first: number | undefined;
}

/** Marks a webhook that repeats another. */
const AgainMark = ({ first }: Pick<RowProps, 'first'>) =>
  first === undefined ? null : <span class="mark">again of {first}</span>;

/** The columns of the table. The map leads from each webhook that repeats another to the first one. */
const columnsOf = (repeated: ReadonlyMap<number, number>): Table<WebhookRecord> => ({
  list: 'webhooks',
  isSelectable: true,
  columns: [
    { name: 'at', label: 'Created', width: '108px', isOrder: true, cell: ({ created_at: at }) => <RowTime at={at} /> },
    { name: 'fax', label: 'Fax', width: '84px', cell: ({ fax_id: fax }) => fax },
    { name: 'event', label: 'Event', width: '140px', cell: ({ event }) => event },
    {
      name: 'number',
      label: 'Number and result',
      width: 'minmax(clamp(190px, 15.6vw, 300px), 2fr)',
      cell: (webhook) => (
        <>
          <AgainMark first={repeated.get(webhook.id)} /> {faxWords(webhook) ?? <FaxEnd id={webhook.fax_id} />}
        </>
      ),
    },
    {
      name: 'status',
      label: 'State',
      width: '124px',
      cell: (webhook) => {
        const { tone, word } = shownState(webhook);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      name: 'attempts',
      label: 'Attempts',
      width: 'minmax(clamp(110px, 100vw - 980px, 250px), 3fr)',
      from: 1090,
      cell: AttemptsCell,
    },
    {
      name: 'url',
      label: 'URL',
      width: 'minmax(200px, 2fr)',
      from: 1440, // in a narrower window, the attempts need the room
      cell: UrlCell,
    },
  ],
});

/** The attempts, and when the next one is due. */
function AttemptsCell(webhook: WebhookRecord) {
  if (webhook.state === 'kept') return <None />;
  const next = isPrinted.value ? undefined : nextText(webhook);
  return (
    <>
      <AttemptMarks attempts={webhook.attempts} />
      {next !== undefined && <span class="muted"> {next}</span>}
    </>
  );
}

/** The URL with its end, which paper need not cut. */
const UrlCell = ({ url }: WebhookRecord) =>
  url === null ? <None /> : <>{isPrinted.value ? url : <MiddleCut text={url} />}</>;

const None = () => <span class="muted">–</span>;

/** The attempts in few words; equal ones are combined. Paper adds the reason of a failure, which the screen shows in the detail. */
const AttemptMarks = ({ attempts }: Pick<WebhookRecord, 'attempts'>) => (
  <>
    {attemptGroups(attempts).map((group, index) => (
      <span key={index} class={`mark ${group.tone}`}>
        <RuleText text={group.word} />
      </span>
    ))}{' '}
    {isPrinted.value && <RuleText text={reasonBeside(attempts.at(-1))} />}
  </>
);

function Row({ webhook, isChosen, selection, webhookColumns, first }: RowProps) {
  const { id, event, fax_id: fax, url, created_at: at, state, attempts } = webhook;
  const { tone, word } = shownState(webhook);
  const row = useHighlight<HTMLLIElement>(id, `${word} ${attempts.length}`);
  if (isTable.value) {
    return (
      <TableRow of={webhookColumns} item={webhook} to={{ id: String(id) }} element={row}>
        <SelectBox selection={selection} item={webhook} noun="webhook" />
      </TableRow>
    );
  }
  return (
    <li ref={row} class={`row log-row selectable${isChosen ? ' chosen' : ''}`}>
      <SelectBox selection={selection} item={webhook} noun="webhook" />
      <Link to={{ id: String(id) }} isCurrent={isChosen}>
        <span class="row-main">
          <strong>Fax {fax}</strong> <span class="muted">{faxWords(webhook) ?? <FaxEnd id={fax} />}</span>
        </span>
        <ShortTime at={at} what="Created" />
        <span class="row-more">
          <AgainMark first={first} />
          {state !== 'kept' && <AttemptMarks attempts={attempts} />}
          {nextText(webhook) ?? [event, url].filter((part) => part !== null).join(' · ')}
        </span>
        <Badge tone={tone}>{word}</Badge>
      </Link>
    </li>
  );
}

const nextText = ({ due_at: due, attempts }: WebhookRecord): string | undefined =>
  due === null || now.value === undefined || attempts.length === 0 ? undefined : `retry ${dueIn(due, now.value)}`;
