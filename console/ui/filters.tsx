import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../api.ts';
import { now } from '../clock.ts';
import { choiceWords, fullZoneName, zonedText } from '../format.ts';
import { useKeys } from '../keys.ts';
import { route, setQuery } from '../router.ts';
import { Button } from './button.tsx';
import type { FilterField } from './filter-fields.tsx';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';
import { SearchField } from './search-field.tsx';
import { Failed } from './states.tsx';

const FilterFields = lazy('the filters', async () => (await import('./filter-fields.tsx')).FilterFields);

interface FiltersProps<T> {
  readonly filters: readonly FilterField<T>[];
  readonly searchLabel: string;
  /** Names the values that the search reads. */
  readonly placeholder?: string;
  /** The newest items of the world. When the menu opens, it counts their values. */
  readonly sample?: (() => readonly T[] | Promise<readonly T[]>) | undefined;
  /** Shown at the end of the first line. */
  readonly children?: ComponentChildren;
}

/** Names in the URL that choose the view beside a list, and do not filter the list. */
const besideList = ['q', 'view', 'order', 'page', 'attempt', 'request', 'part', 'find', 'finding'];

/** The names of filters in the URL, including unknown ones. */
const filterNames = (): readonly string[] =>
  Object.keys(route.value.query).filter((name) => !besideList.includes(name));

/** Whether the URL filters the list. */
export const isFiltered = (): boolean => route.value.query['q'] !== undefined || filterNames().length > 0;

/** The key that shows only what went wrong, and then all again. */
function useWrongKey(filters: readonly FilterField[]): void {
  const { name = '', wrong } = filters.find((filter) => filter.wrong !== undefined) ?? {};
  const keys = useMemo(() => {
    if (wrong === undefined) return [];
    const toggle = (): void => setQuery({ [name]: route.peek().query[name] === wrong ? '' : wrong });
    return [{ keys: 'e', meaning: 'Show only what went wrong, or all', run: toggle }];
  }, [name, wrong]);
  useKeys(keys);
}

/**
 * The search field of a list, its filters, and a chip for each filter in the URL, even an unknown one. A click on a
 * chip removes the filter.
 */
export function Filters<T>({ filters, searchLabel, placeholder = searchLabel, sample, children }: FiltersProps<T>) {
  const { query } = route.value;
  const { q } = query;
  useWrongKey(filters);
  const set: Pick<FilterField<T>, 'name' | 'label' | 'choices' | 'isTime'>[] = [
    ...(q === undefined ? [] : [{ name: 'q', label: 'Search' }]),
    ...filterNames().map(
      (name) => filters.find((known) => known.name === name) ?? { name, label: `Unknown filter ${name}` },
    ),
  ];
  const wordsOf = ({ name, choices, isTime = false }: (typeof set)[number]): string | undefined =>
    choiceWords(choices, query[name] ?? '') ?? (isTime ? timeWords(query[name] ?? '') : query[name]);
  const chips = set.filter(({ name }) => name !== 'q'); // the search stands in its field
  return (
    <>
      <p class="print-head">
        {set.length === 0 ? 'All' : set.map((one) => `${one.label}: ${wordsOf(one)}`).join(' · ')}
        {` · times in ${fullZoneName(now.value)}`}
      </p>
      <div class="filters" role="search">
        <SearchField label={searchLabel} placeholder={placeholder} filters={filters} />
        <FilterMenu>
          <FilterFields filters={filters} find={sample && (() => valuesIn(sample, filters))} />
        </FilterMenu>
        {children}
        {chips.map((one) => (
          <button type="button" class="chip" key={one.name} onClick={() => setQuery({ [one.name]: '' })}>
            {one.label}: {wordsOf(one)}
            <Icon name="close" />
            <span class="hidden">Remove this filter</span>
          </button>
        ))}
        {set.length > 1 && (
          <button
            type="button"
            class="button quiet"
            onClick={() => setQuery(Object.fromEntries(set.map(({ name }) => [name, ''])))}
          >
            Clear all
          </button>
        )}
      </div>
    </>
  );
}

/** The values of each item of a sample, by filter. */
async function valuesIn<T>(sample: NonNullable<FiltersProps<T>['sample']>, filters: readonly FilterField<T>[]) {
  const items = await sample();
  return items.map((item) => new Map(filters.map(({ name, valuesOf }) => [name, valuesOf?.(item) ?? []])));
}

/** `2026-01-31 12:00:00 UTC`; a text that is not a time stays unchanged. */
const timeWords = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : zonedText(text));

/** Shown in place of a list that could not be read. A refused filter can be removed. */
export function FailedList({ error, onRetry }: { readonly error: ApiError; readonly onRetry: () => void }) {
  const names = filterNames();
  if (error.status !== 422 || names.length === 0) return <Failed error={error} onRetry={onRetry} />;
  const refused = names.find((name) => error.message.split(/[^\w[\]]+/).includes(name));
  const removed = refused === undefined ? names : [refused];
  return (
    <>
      <Failed error={error} />
      <div class="state">
        <Button onClick={() => setQuery(Object.fromEntries(removed.map((name) => [name, ''])))}>
          {removed.length === 1 ? 'Remove this filter' : 'Remove the filters'}
        </Button>
      </div>
    </>
  );
}

/** The menu of the filters. Escape and Enter in a field close it, and so does a click or the focus outside of it. */
function FilterMenu({ children }: { readonly children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    if (menu.current !== null) menu.current.open = false;
  };
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      // A click on the cover closes the menu. Without the cover, the click would reach the page behind it.
      if (target instanceof Element && target.closest('.filter-menu, .menu-cover') === null) close();
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside);
    };
  }, []);
  const leave = (): void => {
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (key === 'Enter' && target instanceof HTMLInputElement) {
      setTimeout(() => target.ariaInvalid !== 'true' && leave()); // the browser reports the change after the key
    }
    if (key !== 'Escape' || menu.current?.open !== true) return;
    event.stopPropagation(); // closes the menu alone, not the item beside the list too
    leave();
  };
  return (
    <>
      <details
        ref={menu}
        class="filter-menu"
        onKeyDown={onKeyDown}
        onToggle={({ currentTarget }) => {
          // The menu stays there, while a new chip moves the button.
          currentTarget.style.setProperty('--button-at', `${currentTarget.offsetLeft}px`);
          setOpen(currentTarget.open);
        }}
      >
        <summary class="button">
          <Icon name="plus" />
          Filter
        </summary>
        <div class="menu">
          {isOpen && children}
          <Button class="menu-done" kind="primary" isLocal onClick={close}>
            Done
          </Button>
        </div>
      </details>
      {isOpen && <div class="menu-cover" onClick={close} />}
    </>
  );
}
