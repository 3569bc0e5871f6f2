import { computed, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { ComponentChildren, Ref } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { route, setQuery } from '../router.ts';
import { Button } from './button.tsx';
import type { ScreenRoute } from '../routes.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { isPrinted } from './printing.ts';

/** A column of a list that fills the width. */
export interface Column<T> {
  readonly name: string;
  readonly label: string;
  /** The width in the grid: `90px`, `minmax(0, 2fr)`. */
  readonly width: string;
  /** The minimum width of the window in px that has room for the column. Default: that of every table. */
  readonly from?: number;
  /** Whether an item has a value here. Without one in the list, the column leaves its room to the others. Default: always. */
  readonly has?: (item: T) => boolean;
  /** Whether paper lacks the column, unless the user has chosen it. Default: false. */
  readonly isOnScreenOnly?: boolean;
  /** Whether the list is in the order of this column, which a click on its name turns round. Default: false. */
  readonly isOrder?: boolean;
  readonly cell: (item: T) => ComponentChildren;
}

/** A list that fills the width while nothing is chosen. */
export interface Table<T> {
  /** The name of the list, under which this browser keeps the chosen columns. */
  readonly list: string;
  /** Whether rows can be selected, so that each has room for a box. Default: false. */
  readonly isSelectable?: boolean;
  readonly columns: readonly Column<T>[];
  /** The names of the columns in which no item has a value. */
  readonly empty?: ReadonlySet<string>;
}

/** The loaded items of a list. */
interface Findable<T> {
  findIndex(is: (item: T) => boolean): number;
}

interface Filling {
  /** Increases with new items of the same list. */
  readonly version?: number;
  /** Which list it is, such as its filters. In another list, each column is empty again until an item has a value. */
  readonly key?: string;
}

/** A table that knows its empty columns. A column that had a value keeps its place, so that no column flickers. */
export function useFilledTable<T>(table: Table<T>, items: Findable<T>, { version, key }: Filling = {}): Table<T> {
  const known = useMemo(() => ({ empty: optionalIn(table) }), [key]);
  return useMemo(() => {
    const still = table.columns.filter(({ name, has }) => known.empty.has(name) && has && items.findIndex(has) < 0);
    if (still.length < known.empty.size) known.empty = new Set(namesOf(still));
    return { ...table, empty: known.empty };
  }, [table, items, version, known]);
}

/** The names of the columns that may be empty. */
const optionalIn = <T,>({ columns }: Table<T>): ReadonlySet<string> =>
  new Set(namesOf(columns.filter(({ has }) => has !== undefined)));

const namesOf = (columns: readonly Pick<Column<never>, 'name'>[]): string[] => columns.map(({ name }) => name);

/** Width of the window in px. */
export const windowWidth = signal(innerWidth);
addEventListener('resize', () => {
  windowWidth.value = innerWidth;
});

/** The minimum width of the window in px for a table. */
const leastTable = 960;

/** The minimum width by which the columns on paper are chosen, in px. Rows on paper wrap, so they have room for each column of a wide window. */
const paperWidth = 1440;

const shownWidth = computed(() => (isPrinted.value ? Math.max(paperWidth, windowWidth.value) : windowWidth.value));

/** Whether a list is a table, because it fills the width: nothing is chosen, and no view is beside it. */
export const isTable = computed(
  () => shownWidth.value >= leastTable && route.value.id === undefined && route.value.query['view'] === undefined,
);

const choicesByList = new Map<string, Signal<ReadonlyMap<string, boolean>>>();

/** The columns that the user has shown or hidden in a list, by name; this browser keeps them. */
function choiceOf(list: string): Signal<ReadonlyMap<string, boolean>> {
  const known = choicesByList.get(list);
  if (known !== undefined) return known;
  const words = (localStorage.getItem(keyOf(list)) ?? '').split(' ').filter(Boolean);
  const choice = signal<ReadonlyMap<string, boolean>>(
    new Map(words.map((word) => [word.slice(1), word.startsWith('+')])),
  );
  choicesByList.set(list, choice);
  return choice;
}

const keyOf = (list: string): string => `faxsim-columns ${list}`;

function choose(list: string, name: string, isShown: boolean): void {
  const choice = choiceOf(list);
  choice.value = new Map(choice.value).set(name, isShown);
  const words = [...choice.value].map(([column, shown]) => `${shown ? '+' : '-'}${column}`);
  localStorage.setItem(keyOf(list), words.join(' '));
}

/** Whether a column is shown: by the choice of the user, or else if an item has a value and the window has room. */
const isShownIn = (
  { list, empty }: Pick<Table<never>, 'list' | 'empty'>,
  { name, from = 0, isOnScreenOnly = false }: Pick<Column<never>, 'name' | 'from' | 'isOnScreenOnly'>,
): boolean =>
  choiceOf(list).value.get(name) ??
  (shownWidth.value >= from && empty?.has(name) !== true && !(isOnScreenOnly && isPrinted.value));

const shownIn = <T,>(table: Table<T>): readonly Column<T>[] =>
  table.columns.filter((column) => isShownIn(table, column));

/** The widths of the shown columns, for the rows of a list. */
const columnStyle = <T,>(table: Table<T>): Readonly<Record<string, string>> => ({
  '--columns': shownIn(table)
    .map(({ width }) => width)
    .join(' '),
});

interface TableProps<T> {
  readonly of: Table<T>;
}

/** Whether lists begin with the oldest. */
export const isOldestFirst = computed(() => route.value.query['order'] === 'oldest');

/** The names of the columns above a list. That of its order is a button, but not on paper: only the first sheet would show it. */
export function TableHead<T>({ of }: TableProps<T>) {
  if (!isTable.value) return null;
  return (
    <div
      class={of.isSelectable === true ? 'table-head selectable' : 'table-head'}
      style={columnStyle(of)}
      role="table"
      aria-label="Columns"
    >
      <div role="row">
        {shownIn(of).map(({ name, label, isOrder = false }) => (
          <span key={name} class={`cell cell-${name}`} role="columnheader" aria-sort={isOrder ? sortWord() : undefined}>
            {isOrder && !isPrinted.value ? <OrderButton label={label} /> : label}
          </span>
        ))}
      </div>
    </div>
  );
}

const sortWord = () => (isOldestFirst.value ? 'ascending' : 'descending');

const OrderButton = ({ label }: { readonly label: string }) => (
  <Button
    kind="quiet"
    title="Turn the order round"
    onClick={() => setQuery({ order: isOldestFirst.value ? '' : 'oldest' }, { replace: true })}
  >
    {label}
    <Icon name={isOldestFirst.value ? 'up' : 'down'} />
  </Button>
);

/** The choice of the columns, shown beside the filters. */
export function ColumnChoice<T>({ of: table }: TableProps<T>) {
  const { list, columns } = table;
  const element = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (!isTable.value) return null;
  const close = (): void => {
    if (element.current !== null) element.current.open = false;
  };
  return (
    <details
      ref={element}
      class="column-choice"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && element.current?.contains(relatedTarget) !== true) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || element.current?.open !== true) return;
        event.stopPropagation();
        close();
        element.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="button">
        <Icon name="settings" /> Columns
      </summary>
      <fieldset>
        <legend class="hidden">Columns of the list</legend>
        {(isOpen ? columns : []).map((column) => (
          <label key={column.name}>
            <input
              type="checkbox"
              checked={isShownIn(table, column)}
              onChange={({ currentTarget: { checked } }) => choose(list, column.name, checked)}
            />{' '}
            {column.label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

interface RowMark {
  readonly 'data-key': string;
  readonly 'data-state': string;
}

interface TableRowProps<T> extends TableProps<T> {
  readonly item: T;
  readonly to: Partial<ScreenRoute>;
  readonly element?: Ref<HTMLLIElement>;
  /** The key of the row and its state, which highlights compare. */
  readonly mark?: RowMark;
  /** Shown before the link, such as the box that selects the row. */
  readonly children?: ComponentChildren;
}

/** A row with a cell for each shown column. */
export const TableRow = <T,>({ of, item, to, element, mark, children }: TableRowProps<T>) => (
  <li
    {...mark}
    ref={element ?? null}
    class={`row log-row table-row${of.isSelectable === true ? ' selectable' : ''}`}
    style={columnStyle(of)}
  >
    {children}
    <Link to={to}>
      {shownIn(of).map(({ name, cell }) => (
        <span key={name} class={`cell cell-${name}`}>
          {cell(item)}
        </span>
      ))}
    </Link>
  </li>
);
