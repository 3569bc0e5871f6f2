import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { focusHeading } from '../focus.ts';
import { searchedParts, withoutDialling } from '../../src/model/shared/searched-words.ts';
import { runKey } from '../keys.ts';
import { route, setQuery } from '../router.ts';
import { Icon } from './icon.tsx';

/** A filter that a searched text can mean. */
interface KnownFilter {
  readonly name: string;
  readonly label: string;
  readonly choices?: Readonly<Record<string, string>>;
  readonly isOpen?: boolean;
}

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly filters: readonly KnownFilter[];
}

interface Suggestion {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

/** The names of these filters in other programs. */
const otherNames: Readonly<Record<string, string>> = { from: 'number', to: 'number' };

/** The words of choices in other programs. */
const otherWords: Readonly<Record<string, string>> = { failed: 'fail', wrong: 'went wrong' };

const pauseMs = 200;
const leastLetters = 3;
const mostSuggestions = 3;

/** The filters that a text means: `fail` and `is:failure` the status Failure, `tag:case=7` a tag, `from:+1202…` a number. */
function suggestionsOf(text: string, filters: readonly KnownFilter[]): readonly Suggestion[] {
  const [, name, value = text] = /^(\w+):\s*(\S.*)$/.exec(text.replaceAll('"', '')) ?? [];
  const wanted = otherWords[value.toLowerCase()] ?? value.toLowerCase();
  if (name === undefined && wanted.length < leastLetters) return [];
  const sought = otherNames[name?.toLowerCase() ?? ''] ?? name?.toLowerCase();
  const isNamed = ({ name: own, label, choices }: KnownFilter): boolean =>
    sought === undefined || sought === 'is' ? choices !== undefined : [own, label.toLowerCase()].includes(sought);
  return filters
    .filter(isNamed)
    .flatMap((filter) => {
      const { choices } = filter;
      const written = filter.name === 'number' ? withoutDialling(value) : value;
      if (choices === undefined) return [{ name: filter.name, value: written, text: `${filter.label}: ${written}` }];
      const isMeant = ([, word]: readonly [string, string]): boolean => word.toLowerCase().startsWith(wanted);
      const isTyped = filter.isOpen === true && name !== undefined && choices[value] === undefined;
      if (isTyped) return [{ name: filter.name, value, text: `${filter.label}: ${value}` }];
      return Object.entries(choices)
        .filter((choice) => choice[0].startsWith(wanted) || isMeant(choice))
        .sort((one, other) => Number(isMeant(other)) - Number(isMeant(one)))
        .map(([choice, word]) => ({ name: filter.name, value: choice, text: `${filter.label}: ${word}` }));
    })
    .slice(0, mostSuggestions);
}

/** Splits a text into its filters, such as `is:failure to:(202) 555-0123`, and the other words. */
function filtersIn(text: string, filters: readonly KnownFilter[]): Readonly<Record<string, string>> {
  const set: Record<string, string> = {};
  const rest = searchedParts(text).filter((word) => {
    const [suggestion] = /^\w+:./.test(word) ? suggestionsOf(word, filters) : [];
    if (suggestion !== undefined) set[suggestion.name] = suggestion.value;
    return suggestion === undefined;
  });
  return Object.keys(set).length === 0 ? set : { ...set, q: rest.join(' ').trim() };
}

/** Moves the focus to the row that Tab would reach, or else to the heading. */
function focusList(): void {
  const row = document.querySelector<HTMLElement>('.split-list .row a[tabindex="0"]');
  if (row === null) focusHeading();
  else row.focus();
}

/** Whether the list says that it has no hit. A list that is read has no rows either, but will have. */
const isEmpty = (): boolean => document.querySelector(':is(.split-list, .stream) .state.empty') !== null;

/** Leaves the field for the first hit, once the list shows the results. Without a hit, the field keeps the focus. */
function chooseFirst(input: HTMLInputElement | null): void {
  if (isEmpty()) return;
  input?.blur();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (isEmpty()) input?.focus();
      else runKey('Home');
    }),
  );
}

/** The text of the search field, with the actions on it. */
function useSearch(input: RefObject<HTMLInputElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [typed, setTyped] = useState('');
  const q = route.value.query['q'] ?? '';
  const fill = (text: string): void => {
    if (input.current !== null) input.current.value = text;
    setTyped('');
  };
  useEffect(() => {
    if (document.activeElement !== input.current || q === '') fill(q);
  }, [q]);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    setQuery({ q: text.trim() }, { replace: true });
  };
  return {
    q,
    typed,
    search,
    onInput: (): void => {
      clearTimeout(timer.current);
      const text = input.current?.value ?? '';
      setTyped(text.trim());
      timer.current = setTimeout(() => search(text), pauseMs);
    },
    clear: (): void => {
      fill('');
      search('');
    },
    leave: (): void => {
      // `q` is from the last rendering. A quick key can come before the next one.
      if ((route.value.query['q'] ?? '') !== '') search('');
      input.current?.blur(); // the heading takes the focus a frame later, which a quick key is ahead of
      focusList();
    },
    take: (set: Readonly<Record<string, string>>): void => {
      clearTimeout(timer.current);
      fill(set['q'] ?? '');
      setQuery({ q: '', ...set });
    },
  };
}

/**
 * The search text of a list, `q` in the URL. The key `/` focuses the field. Escape empties it, and on an empty field
 * goes to the list. The arrow down and Enter choose the first hit.
 */
export function SearchField({ label, placeholder, filters }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { q, typed, search, onInput, clear, leave, take } = useSearch(input);
  const suggestions = suggestionsOf(searchedParts(typed).join(' '), filters);
  const keys: Readonly<Record<string, (text: string) => void>> = {
    Escape: (text) => (text === '' ? leave() : clear()),
    ArrowDown: (text) => {
      search(text);
      chooseFirst(input.current);
    },
    Enter: (text) => {
      const set = filtersIn(text, filters);
      const [suggestion] = text.includes(':') ? suggestions : [];
      if (Object.keys(set).length > 0) take(set);
      else if (suggestion !== undefined) take({ [suggestion.name]: suggestion.value });
      else keys['ArrowDown']?.(text);
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = keys[event.key];
    if (run === undefined) return;
    event.preventDefault(); // the browser would empty the field without telling of it
    run(input.current?.value ?? '');
  };
  return (
    <>
      <label class="search">
        <span class="hidden">{label}</span>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          id="search"
          placeholder={placeholder}
          defaultValue={q}
          onInput={onInput}
          onKeyDown={onKeyDown}
          autocomplete="off"
          spellcheck={false}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      {suggestions.map((suggestion) => (
        <button
          type="button"
          class="chip suggestion"
          key={`${suggestion.name} ${suggestion.value}`}
          aria-label={`Filter by ${suggestion.text}`}
          onClick={() => take({ [suggestion.name]: suggestion.value })}
        >
          <Icon name="plus" />
          {suggestion.text}
        </button>
      ))}
    </>
  );
}
