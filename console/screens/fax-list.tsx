import { reasonWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxList as FaxRecords, FaxRecord } from '../../src/control/client/named-types.ts';
import { useEffect, useMemo } from 'preact/hooks';
import { ask } from '../api.ts';
import { pluralize } from '../format.ts';
import { isReplaced, onEvents } from '../live.ts';
import { route } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { FailedList, Filters, isFiltered } from '../ui/filters.tsx';
import type { FilterField } from '../ui/filter-fields.tsx';
import { useHighlight } from '../ui/highlight.ts';
import { lazy } from '../ui/lazy.tsx';
import { Link } from '../ui/link.tsx';
import { Parts } from '../ui/parts.tsx';
import { isPrinted, printPage } from '../ui/printing.ts';
import { SelectBox, SelectButton, useSelection } from '../ui/selection.tsx';
import type { Selection } from '../ui/selection.tsx';
import { Loading, NoMatch } from '../ui/states.tsx';
import { ColumnChoice, isOldestFirst, isTable, TableHead, TableRow, useFilledTable } from '../ui/table.tsx';
import type { ListItems } from '../ui/list-items.ts';
import type { Table } from '../ui/table.tsx';
import { ShortTime } from '../ui/times.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { Direction, faxColumns, OtherEnd, tagsOf } from './fax-columns.tsx';
import { openReceive, openSend } from './fax-forms.tsx';
import { FaxPages } from './fax-pages.ts';
import { PrintedHead } from './fax-printed-head.tsx';
import { faxStatuses, ownEnd, ownNumber, pagesText, wentWrong } from './fax-words.ts';
import { useListKeys } from './list-keys.ts';

const FirstFax = lazy('the first steps', async () => (await import('./first-steps.tsx')).FirstFax);
const FaxSelection = lazy('the selection', async () => (await import('./fax-selection.tsx')).FaxSelection);

const filters: readonly FilterField<FaxRecord>[] = [
  {
    name: 'direction',
    label: 'Direction',
    choices: { sent: 'Sent', received: 'Received' },
    valuesOf: ({ direction }) => [direction],
  },
  {
    name: 'status',
    label: 'Status',
    wrong: wentWrong,
    choices: {
      [wentWrong]: 'Went wrong',
      ...Object.fromEntries(Object.entries(faxStatuses).map(([status, { word }]) => [status, word])),
    },
    valuesOf: ({ status }) => [status, ...(wentWrong.split(',').includes(status) ? [wentWrong] : [])],
  },
  {
    name: 'number',
    label: 'Number',
    placeholder: '+12025550123',
    valuesOf: ({ from_number: from, to_number: to, recipients }) =>
      [from, to, ...recipients.map(({ number }) => number)].filter((number) => number !== null),
  },
  {
    name: 'tag',
    label: 'Tag',
    placeholder: 'name=value',
    valuesOf: ({ tags }) => Object.entries(tags).map(([name, value]) => `${name}=${value}`),
  },
  {
    name: 'error',
    label: 'Error id',
    placeholder: '17',
    valuesOf: ({ error }) => (error === null ? [] : [[String(error.id), reasonWords(error)]]),
  },
  {
    name: 'test',
    label: 'Keys',
    choices: { true: 'Test keys', false: 'Live keys' },
    valuesOf: ({ is_test: isTest }) => [String(isTest)],
  },
  {
    name: 'batch',
    label: 'Batch',
    placeholder: 'The id of its first fax',
    valuesOf: ({ options: { batch } }) => (batch === null ? [] : [String(batch)]),
  },
  { name: 'since', label: 'Since', isTime: true },
  { name: 'until', label: 'Until', isTime: true },
];

type RouteQuery = Readonly<Record<string, string>>;

/** The names of tags in the URL, in the notation of the API, `tag[case]=7`, or of the control API, `tags[case]=7`. */
const tagNames = (query: RouteQuery): string[] => Object.keys(query).filter((name) => /^tags?\[.+\]$/.test(name));

/** The filters of the URL, in the form of the control API. */
function inputOf({ test, tag = '', ...query }: RouteQuery): Readonly<Record<string, unknown>> {
  const [, name = '', value = ''] = /^([^=:]+)[=:](.*)$/.exec(tag) ?? [];
  const known = Object.fromEntries(['q', ...filters.map((filter) => filter.name)].map((key) => [key, query[key]]));
  const tags = Object.fromEntries(tagNames(query).map((key) => [key.replace('tag[', 'tags['), query[key]]));
  return { ...known, is_test: test, ...tags, ...(name !== '' && { [`tags[${name}]`]: value }) };
}

export function FaxList() {
  const { query } = route.value;
  const input = inputOf(query);
  const key = JSON.stringify(input);
  const pages = useMemo(() => new FaxPages(input), [key]);
  useEffect(() => {
    pages.show(0, 1);
    const stop = onEvents((events) => {
      if (events.some((event) => event.kind === 'fax' || isReplaced(event))) pages.refresh();
    });
    return () => {
      stop();
      pages.stop();
    };
  }, [pages]);

  const items = isOldestFirst.value ? pages.turned() : pages;
  useListKeys(items, 'fax');
  const table = useFilledTable(faxColumns, pages, { version: pages.version.value, key });
  const selection = useSelection(`${route.value.world} ${key}`, 'fax', items);

  return (
    <>
      <ListHead pages={pages} />
      {(pages.total.value !== 0 || isFiltered()) && (
        <Filters
          filters={[...filters, ...tagNames(query).map((name) => ({ name, label: name }))]}
          searchLabel="Search faxes"
          placeholder="Number, name, tag, status, id"
          sample={async () => (await ask<FaxRecords>('/faxes', { input: { limit: 1000 } })).faxes}
        >
          <SelectButton selection={selection} noun="faxes" />
          <ColumnChoice of={table} />
        </Filters>
      )}
      {selection.items.value !== undefined && (
        <FaxSelection selection={selection} total={pages.total.value ?? 0} all={() => pages.newest(1000)} />
      )}
      <Rows key={key} {...{ pages, items, table, selection }} />
    </>
  );
}

function ListHead({ pages }: Pick<RowsProps, 'pages'>) {
  const total = pages.total.value;
  if (isPrinted.value && total !== undefined) return <PrintedHead {...{ pages, total, filters }} />;
  const save = async (): Promise<void> => (await import('./fax-export.ts')).exportFaxes(inputOf(route.value.query));
  return (
    <div class="list-head">
      <h1>
        Faxes <small>{total === undefined ? '' : total.toLocaleString('en')}</small>
      </h1>
      {isTable.value && total !== 0 && (
        <>
          <Button icon="print" title="Print all faxes that match, or save them as PDF" onClick={printPage}>
            Print
          </Button>
          <Button icon="file" title="Save all faxes that match as CSV, for a spreadsheet" onClick={save}>
            Export
          </Button>
        </>
      )}
      <Button icon="received" onClick={openReceive}>
        Receive
      </Button>
      <Button icon="sent" kind="primary" onClick={openSend}>
        Send
      </Button>
    </div>
  );
}

interface RowsProps {
  readonly pages: FaxPages;
  /** The faxes in the order of the URL. */
  readonly items: ListItems<FaxRecord>;
  readonly table: Table<FaxRecord>;
  readonly selection: Selection<FaxRecord>;
}

function Rows({ pages, items, table, selection }: RowsProps) {
  const { query, id, world } = route.value;
  const total = pages.total.value;
  useLocated(pages, id);
  const error = pages.error.value;
  if (error !== undefined) return <FailedList error={error} onRetry={() => pages.refresh()} />;
  if (total === undefined) return <Loading what="faxes" />;
  if (total === 0) return isFiltered() ? <NoMatch title="No fax matches" all="all faxes" /> : <FirstFax />;
  const isTurned = isOldestFirst.value;
  const located = pages.located.value;
  const placeOf = (index: number): number => (isTurned ? total - 1 - index : index);
  return (
    <>
      {!pages.isComplete.value && <p class="note">Only the newest {pluralize(50_000, 'fax')} were searched.</p>}
      <TableHead of={table} />
      <VirtualList
        label="Faxes"
        name={`${world} ${JSON.stringify(inputOf(query))}${isTurned ? ' oldest' : ''}`}
        chosenAt={located !== undefined && located.id === id ? placeOf(located.index) : undefined}
        rows={total}
        chosen={id}
        items={items}
        onWindow={(first, end) => {
          if (isTurned) pages.show(Math.max(total - end, 0), total - first);
          else pages.show(first, end);
        }}
        row={(index) => (
          <Row
            key={index}
            fax={pages.version.value >= 0 ? items.at(index) : undefined}
            chosen={id}
            {...{ table, selection }}
          />
        )}
      />
    </>
  );
}

/** Scrolls to a chosen fax that is not loaded yet. */
function useLocated(pages: FaxPages, id: string | undefined): void {
  const isRead = pages.total.value !== undefined;
  useEffect(() => {
    if (!isRead || id === undefined || pages.findIndex((fax) => String(fax.id) === id) >= 0) return;
    pages.locate(id).catch(() => undefined); // the detail says that there is no such fax
  }, [pages, id, isRead]);
}

interface RowProps {
  /** Undefined while the fax loads. */
  readonly fax: FaxRecord | undefined;
  readonly chosen: string | undefined;
  readonly table: Table<FaxRecord>;
  readonly selection: Selection<FaxRecord>;
}

function Row({ fax, chosen, table, selection }: RowProps) {
  const row = useHighlight<HTMLLIElement>(fax?.id, fax?.status);
  if (fax === undefined) return <li class="row loading" aria-hidden="true" />;
  const { id, direction, status, created_at: at, is_test: isTest } = fax;
  const { tone, word } = faxStatuses[status];
  if (isTable.value) {
    return (
      <TableRow of={table} item={fax} to={{ id: String(id) }} element={row}>
        <SelectBox selection={selection} item={fax} noun="fax" />
      </TableRow>
    );
  }
  return (
    <li ref={row} class={`row${chosen === String(id) ? ' chosen' : ''}`}>
      <SelectBox selection={selection} item={fax} noun="fax" />
      <Link to={{ id: String(id) }} isCurrent={chosen === String(id)}>
        <Direction direction={direction} />
        <span class="row-main">
          <OtherEnd fax={fax} /> {ownNumber(fax) !== null && <small>{ownEnd(fax)}</small>}
          {isTest && <span class="tag">test</span>}
        </span>
        <ShortTime at={at} what="Created" />
        <span class="row-more">
          <Parts of={moreOf(fax)} />
        </span>
        <Badge tone={tone}>{word}</Badge>
      </Link>
    </li>
  );
}

/** The caller's name, the error in words, pages, batch and tags. */
const moreOf = (fax: FaxRecord) =>
  [
    fax.caller_name,
    fax.error && reasonWords(fax.error),
    pagesText(fax),
    fax.options.batch === null ? undefined : `batch ${fax.options.batch}`,
    ...tagsOf(fax),
  ].filter(Boolean);
