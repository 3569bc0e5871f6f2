import { computed, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { route } from '../router.ts';
import { Icon } from './icon.tsx';

/** A column of a list that stands over the whole width. */
export interface Column<T> {
  readonly name: string;
  readonly label: string;
  /** A width of the grid: `90px`, `minmax(0, 2fr)`. */
  readonly width: string;
  readonly cell: (item: T) => ComponentChildren;
}

const wide = matchMedia('(min-width: 960px)');
const isWide = signal(wide.matches);
wide.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});

/** Whether a list has the whole width, so that it is a table: nothing is chosen, and no view stands beside it. */
export const isTable = computed(
  () => isWide.value && route.value.id === undefined && route.value.query['view'] === undefined,
);

const hiddenByList = new Map<string, Signal<readonly string[]>>();

/** The columns that the user has hidden in a list; this browser keeps them. */
function hiddenIn(list: string): Signal<readonly string[]> {
  const known = hiddenByList.get(list);
  if (known !== undefined) return known;
  const stored = localStorage.getItem(keyOf(list)) ?? '';
  const hidden = signal<readonly string[]>(stored.split(' ').filter(Boolean));
  hiddenByList.set(list, hidden);
  return hidden;
}

const keyOf = (list: string): string => `faxsim-hidden-columns ${list}`;

function shownIn<T>(list: string, columns: readonly Column<T>[]): readonly Column<T>[] {
  const hidden = hiddenIn(list).value;
  return columns.filter(({ name }) => !hidden.includes(name));
}

/** The widths of the shown columns, for the rows of a list. */
export const columnStyle = <T,>(list: string, columns: readonly Column<T>[]): Readonly<Record<string, string>> => ({
  '--columns': shownIn(list, columns)
    .map(({ width }) => width)
    .join(' '),
});

interface TableProps<T> {
  /** Names the list, whose hidden columns are kept. */
  readonly list: string;
  readonly columns: readonly Column<T>[];
}

/** The names of the columns above a list, and the choice of them. */
export function TableHead<T>({ list, columns }: TableProps<T>) {
  if (!isTable.value) return null;
  return (
    <div class="table-head" style={columnStyle(list, columns)}>
      {shownIn(list, columns).map(({ name, label }) => (
        <span key={name}>{label}</span>
      ))}
      <ColumnChoice list={list} columns={columns} />
    </div>
  );
}

function ColumnChoice<T>({ list, columns }: TableProps<T>) {
  const element = useRef<HTMLDetailsElement>(null);
  const hidden = hiddenIn(list);
  const close = (): void => {
    if (element.current !== null) element.current.open = false;
  };
  const switchColumn = (name: string): void => {
    const isHidden = hidden.value.includes(name);
    hidden.value = isHidden ? hidden.value.filter((other) => other !== name) : [...hidden.value, name];
    localStorage.setItem(keyOf(list), hidden.value.join(' '));
  };
  return (
    <details
      ref={element}
      class="column-choice"
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
      <summary class="button quiet">
        <Icon name="settings" /> Columns
      </summary>
      <fieldset>
        <legend class="hidden">Columns of the list</legend>
        {columns.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" checked={!hidden.value.includes(name)} onChange={() => switchColumn(name)} /> {label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

interface CellsProps<T> extends TableProps<T> {
  readonly item: T;
}

/** The cells of a row, in the order of the columns. */
export function Cells<T>({ list, columns, item }: CellsProps<T>) {
  return (
    <>
      {shownIn(list, columns).map(({ name, cell }) => (
        <span key={name} class={`cell cell-${name}`}>
          {cell(item)}
        </span>
      ))}
    </>
  );
}
