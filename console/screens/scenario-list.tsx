import { baseName, scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { LibraryScenario } from '../../src/control/client/named-types.ts';
import { useMemo } from 'preact/hooks';
import { hasWords, searchedWords, withNumbers } from '../../src/model/shared/searched-words.ts';
import { now } from '../clock.ts';
import { go, route } from '../router.ts';
import { switchAllOff } from '../scenario-off.ts';
import { Button } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import type { FilterField } from '../ui/filter-fields.tsx';
import { useRowHighlights } from '../ui/highlight.ts';
import { Link } from '../ui/link.tsx';
import { Failed, Loading, NoMatch } from '../ui/states.tsx';
import { ColumnChoice, isTable, TableHead, TableRow, useFilledTable } from '../ui/table.tsx';
import type { Table } from '../ui/table.tsx';
import { useListKeys } from './list-keys.ts';
import { scenarioColumns, State } from './scenario-columns.tsx';
import type { ScenarioItem } from './scenario-columns.tsx';
import type { ScenarioData } from './scenario-data.ts';
import { effectText, endOf, hitsOf, isOver, subjectOf, subjects, worstVerdict } from './scenario-words.ts';
import type { ScenarioReport, RuleSubjectKind } from './scenario-words.ts';

const filters: readonly FilterField[] = [{ name: 'about', label: 'About', choices: subjects }];

type Groups = readonly (readonly [title: string, items: readonly ScenarioItem[]])[];

const itemOf = (entry: LibraryScenario): ScenarioItem => ({
  id: entry.sent_as ?? entry.name,
  description: entry.description,
  entry,
});

/** The row of an address: of this very name, or of the scenario that is on with other parameters. */
const chosenOf = (items: readonly ScenarioItem[], id = ''): ScenarioItem | undefined =>
  items.find((item) => item.id === id) ?? items.find((item) => baseName(item.id) === baseName(id));

/** The active scenarios, those that are `over` last, then the others that were sent, and the rest of the library by the subjects of its rules. */
function groupsOf(
  library: readonly LibraryScenario[],
  active: readonly ScenarioReport[],
  over: readonly string[],
  query: Readonly<Record<string, string>>,
): Groups {
  const { q = '', about } = query;
  const entryOf = (name: string): LibraryScenario | undefined => library.find((entry) => entry.name === baseName(name));
  const words = searchedWords(q);
  const matches = (item: ScenarioItem): boolean => hasWords(searchedText(item), words);
  const isAbout = (entry: LibraryScenario | undefined): boolean =>
    about === undefined || (entry !== undefined && subjectOf(entry) === about);
  const on = active
    .filter(({ name }) => isAbout(entryOf(name)))
    .map((item): ScenarioItem => ({
      id: item.name,
      description: entryOf(item.name)?.description ?? 'Sent to this world',
      entry: entryOf(item.name),
      active: item,
    }));
  const onNames = new Set(on.map(({ id }) => baseName(id)));
  const groups = Object.entries(subjects).map(([subject, title]): Groups[number] => [
    title,
    library
      .filter(
        (entry) =>
          entry.sent_as === null && !onNames.has(entry.name) && subjectOf(entry) === (subject as RuleSubjectKind),
      ) // the keys are the subjects
      .filter(isAbout)
      .map(itemOf),
  ]);
  const isPast = ({ id }: ScenarioItem): boolean => over.includes(id);
  const [past, lasting] = [on.filter(isPast), on.filter((item) => !isPast(item))];
  const sent = library
    .filter((entry) => entry.sent_as !== null && !onNames.has(entry.name) && isAbout(entry))
    .map(itemOf);
  return [
    ['On now', lasting] as const,
    ['Over or used up', past] as const,
    ['Sent to this world', sent] as const,
    ...groups,
  ]
    .map(([title, items]): Groups[number] => [title, items.filter(matches)])
    .filter(([, items]) => items.length > 0);
}

/** Additional words to find a scenario by. */
const synonyms: Readonly<Record<string, string>> = {
  'webhook-never': 'drop dropped lose missing',
  'busy-line': 'engaged',
  outage: 'down 503',
};

/** The words of a scenario: its name, its description, and its parameters with their meanings. */
const searchedText = ({ id, description, entry }: ScenarioItem): string => {
  const params = (entry?.params ?? []).map(({ name, meaning }) => `${name} ${meaning ?? ''}`);
  return withNumbers([scenarioText(id), description, synonyms[baseName(id)] ?? '', ...params].join(' '));
};

const noItems: Groups = [];

export function ScenarioList({ data: { library, active } }: { readonly data: ScenarioData }) {
  const { query } = route.value;
  const over = (active.data ?? []).filter(({ rules }) => isOver(endOf(rules), now.value)).map(({ name }) => name);
  const groups = useMemo(
    () => (library.data === undefined ? noItems : groupsOf(library.data, active.data ?? [], over, query)),
    [library.data, active.data, over.join(), query],
  );
  const items = useMemo(() => groups.flatMap(([, of]) => of), [groups]);
  const table = useFilledTable(
    useMemo(() => scenarioColumns(items), [items]),
    items,
  );
  const chosen = chosenOf(items, route.value.id);
  useListKeys(items, 'scenario');
  const list = useRowHighlights<HTMLDivElement>(JSON.stringify([query['q'], query['about']]));
  return (
    <>
      <Head on={active.data === undefined ? undefined : active.data.length - over.length} />
      <Filters filters={filters} searchLabel="Search scenarios">
        <ColumnChoice of={table} />
      </Filters>
      {(groups.length > 0 || library.data === undefined) && <TableHead of={table} />}
      <div ref={list} class="plain-list" tabIndex={-1}>
        {library.error !== undefined && <Failed error={library.error} onRetry={library.reload} />}
        {library.data === undefined && library.error === undefined && <Loading what="scenarios" />}
        {library.data !== undefined && groups.length === 0 && (
          <NoMatch title="No scenario matches" all="all scenarios" />
        )}
        {groups.map(([title, of]) => (
          <section key={title} aria-label={title}>
            <h2 class="group">
              {title} <small>{of.length}</small>
            </h2>
            <ul>
              {of.map((item) => (
                <Row key={item.id} item={item} table={table} isChosen={item === chosen} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** The title with the number of scenarios that are on, once that is known, and the buttons. */
const Head = ({ on }: { readonly on: number | undefined }) => (
  <div class="list-head">
    <h1>
      Scenarios <small>{on === undefined ? '' : `${on} on`}</small>
    </h1>
    {on !== undefined && on > 0 && <Button onClick={switchAllOff}>Switch all off</Button>}
    <Button icon="plus" isShort title="New scenario" onClick={() => go({ id: undefined, query: { view: 'edit' } })}>
      New scenario
    </Button>
  </div>
);

interface RowProps {
  readonly item: ScenarioItem;
  readonly table: Table<ScenarioItem>;
  readonly isChosen: boolean;
}

function Row({ item, table, isChosen }: RowProps) {
  const { id, description, active } = item;
  const { q, about } = route.value.query;
  const query = Object.fromEntries(
    Object.entries({ q, about }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const mark = { 'data-key': `${id} ${String(active !== undefined)}`, 'data-state': stateOf(item) };
  if (isTable.value) return <TableRow of={table} item={item} to={{ id, query }} mark={mark} />;
  return (
    <li {...mark} class={`row log-row${isChosen ? ' chosen' : ''}`}>
      <Link to={{ id, query }} isCurrent={isChosen}>
        <span class="row-main">
          <strong>{baseName(id)}</strong> <span class="muted">{scenarioText(id).slice(baseName(id).length)}</span>
        </span>
        {active !== undefined && <small>{effectText(active, now.value)}</small>}
        <span class="row-more two-lines" title={description}>
          {description}
        </span>
        {active !== undefined && <State active={active} />}
      </Link>
    </li>
  );
}

/** The hits and the verdict of an active scenario. */
const stateOf = ({ active }: ScenarioItem): string =>
  active === undefined ? '' : `${hitsOf(active)} ${worstVerdict(active)?.verdict ?? ''}`;
