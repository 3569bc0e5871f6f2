import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { route, setQuery } from '../router.ts';
import { Icon } from './icon.tsx';

/** A filter whose value stands in the URL. */
export interface FilterField {
  /** The name in the URL and, with an underscore, of the control API. */
  readonly name: string;
  readonly label: string;
  /** The values to choose from, with their words; undefined: a text. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly placeholder?: string;
}

interface FiltersProps {
  readonly filters: readonly FilterField[];
  readonly searchLabel: string;
}

/** Names in the URL that choose the view beside a list. They do not filter the list. */
const besideList = ['q', 'view', 'attempt', 'request', 'find'];

/** The search of a list, its filters, and as chips which remove them those that the URL sets, known or not. */
export function Filters({ filters, searchLabel }: FiltersProps) {
  const { query } = route.value;
  const set: FilterField[] = Object.keys(query)
    .filter((name) => !besideList.includes(name))
    .map((name) => filters.find((known) => known.name === name) ?? { name, label: `Unknown filter ${name}` });
  return (
    <div class="filters" role="search">
      <SearchField label={searchLabel} />
      <FilterMenu>
        {filters.map(({ name, label, choices, placeholder }) => (
          <label class="field" key={name}>
            <span>{label}</span>
            {choices === undefined ? (
              <input
                value={query[name] ?? ''}
                placeholder={placeholder}
                onChange={(event) => setQuery({ [name]: event.currentTarget.value.trim() })}
              />
            ) : (
              <select value={query[name] ?? ''} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
                <option value="">Any</option>
                {Object.entries(choices).map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </select>
            )}
          </label>
        ))}
      </FilterMenu>
      {set.map(({ name, label, choices }) => (
        <button type="button" class="chip" key={name} onClick={() => setQuery({ [name]: '' })}>
          {label}: {choices?.[query[name] ?? ''] ?? query[name]}
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
  );
}

/** The menu of the filters: Escape, and a click or the focus elsewhere, close it. */
function FilterMenu({ children }: { readonly children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const leave = ({ target }: Event): void => {
      if (menu.current !== null && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, leave);
    return () => {
      for (const event of events) document.removeEventListener(event, leave);
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    event.stopPropagation(); // it closes the menu alone, not the item beside the list too
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} class="filter-menu" onKeyDown={onKeyDown}>
      <summary class="button">
        <Icon name="plus" />
        Filter
      </summary>
      <div class="menu">{children}</div>
    </details>
  );
}

const pauseMs = 200;

/** The text that a list is searched for, `q` in the URL. The key `/` leads here. */
function SearchField({ label }: { readonly label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const q = route.value.query['q'] ?? '';
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  const onInput = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setQuery({ q: input.current?.value.trim() ?? '' }, { replace: true }), pauseMs);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') input.current?.blur();
  };
  return (
    <label class="search">
      <span class="hidden">{label}</span>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        id="search"
        placeholder={label}
        defaultValue={q}
        onInput={onInput}
        onKeyDown={onKeyDown}
        autocomplete="off"
        spellcheck={false}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
