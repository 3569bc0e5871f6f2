import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { choiceWords } from '../format.ts';
import { route, setQuery } from '../router.ts';
import { dayStart, writeTime } from '../typed-time.ts';
import { Button } from './button.tsx';
import { TimeInput } from './time-field.tsx';

/** A value, or a value with its label. */
export type FoundValue = string | readonly [value: string, word: string];

/** A filter whose value is in the URL. */
export interface FilterField<T = never> {
  /** The name in the URL. The control API has the same name, with underscores. */
  readonly name: string;
  readonly label: string;
  /** The values to choose from, with their labels; undefined for a text field. */
  readonly choices?: Readonly<Record<string, string>>;
  /** The value that finds only what went wrong, which a key sets. */
  readonly wrong?: string;
  /** Whether the value can also be another one, which is typed in a text field. */
  readonly isOpen?: boolean;
  readonly placeholder?: string;
  /** Whether the value is a time, in RFC 3339. */
  readonly isTime?: boolean;
  /** The values of an item that this filter compares. */
  readonly valuesOf?: (item: T) => readonly FoundValue[];
}

/** The values of an item, by the name of the filter that compares them. */
type ItemValues = ReadonlyMap<string, readonly FoundValue[]>;

/** The values of a field, the most frequent first, each with its label and the number of items that have it. */
type Counts = ReadonlyMap<string, { readonly word: string; readonly count: number }>;

const mostValues = 200;

function countsOf(items: readonly ItemValues[], name: string): Counts {
  const counts = new Map<string, { word: string; count: number }>();
  for (const found of items.flatMap((values) => [...new Set(values.get(name))])) {
    const [value, word] = typeof found === 'string' ? [found, ''] : found;
    counts.set(value, { word, count: (counts.get(value)?.count ?? 0) + 1 });
  }
  const sorted = [...counts].sort(([, one], [, other]) => other.count - one.count);
  return new Map(sorted.slice(0, mostValues));
}

interface FilterFieldsProps {
  readonly filters: readonly FilterField[];
  /** Finds the values of the newest items, which the fields count. */
  readonly find: (() => Promise<readonly ItemValues[]>) | undefined;
}

/** The fields of the menu. Each value has the number of items that have it. */
export function FilterFields({ filters, find }: FilterFieldsProps) {
  const [items, setItems] = useState<readonly ItemValues[]>();
  useEffect(() => {
    find?.().then(setItems, () => undefined); // the filters work without counts as well
  }, []);
  const names = filters.map(({ name }) => name);
  return (
    <>
      {filters.map((filter) => {
        const { name, label, valuesOf, isOpen = false } = filter;
        const counts = items === undefined || valuesOf === undefined ? undefined : countsOf(items, name);
        return (
          <Fragment key={name}>
            <label class={name === 'since' ? 'field first-in-row' : 'field'}>
              <span>{label}</span>
              <FieldInput filter={filter} counts={counts} />
            </label>
            {isOpen && <Choices filter={filter} counts={counts} />}
          </Fragment>
        );
      })}
      {names.includes('since') && <Spans />}
      {items !== undefined && items.length >= 1000 && <small>The numbers are those of the newest 1,000.</small>}
    </>
  );
}

/** The number of items that have a value: ` (12)`; empty while it is not known. */
const countText = (counts: Counts | undefined, value: string): string =>
  counts?.has(value) === true ? ` (${(counts.get(value)?.count ?? 0).toLocaleString('en')})` : '';

/** Buttons for the choices of a text field, which the field itself shows only to those who type. */
function Choices({ filter: { name, label, choices = {} }, counts }: FieldInputProps) {
  const value = route.value.query[name];
  return (
    <div class="segments" role="group" aria-label={label}>
      {Object.entries(choices).map(([choice, word]) => (
        <Button
          key={choice}
          kind="quiet"
          isPressed={choice === value}
          onClick={() => setQuery({ [name]: choice === value ? '' : choice })}
        >
          {word + countText(counts, choice)}
        </Button>
      ))}
    </div>
  );
}

interface FieldInputProps {
  readonly filter: FilterField;
  readonly counts: Counts | undefined;
}

function FieldInput({ filter, counts }: FieldInputProps) {
  const { name, choices, isOpen = false, isTime = false } = filter;
  const value = route.value.query[name] ?? '';
  const isOther = value !== '' && choices?.[value] === undefined;
  const set = (to: string): void => setQuery({ [name]: to });
  const since = name === 'until' ? (route.value.query['since'] ?? '') : undefined;
  if (isTime) return <TimeInput {...{ value, since }} onChange={set} />;
  if (choices !== undefined && !isOpen) {
    return (
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">Any</option>
        {isOther && <option value={value}>{choiceWords(choices, value)}</option>}
        {Object.entries(choices).map(([choice, word]) => (
          <option key={choice} value={choice}>
            {word + countText(counts, choice)}
          </option>
        ))}
      </select>
    );
  }
  return <TextInput {...{ filter, counts, value }} onChange={set} />;
}

interface TextInputProps extends FieldInputProps {
  readonly value: string;
  readonly onChange: (to: string) => void;
}

/** A text field that offers the known choices and the values of the items. */
function TextInput({ filter: { name, choices = {}, placeholder }, counts, value, onChange }: TextInputProps) {
  const known = new Set([...Object.keys(choices), ...(counts?.keys() ?? [])]);
  return (
    <>
      <input
        value={value}
        placeholder={placeholder}
        list={known.size === 0 ? undefined : `values-${name}`}
        autocomplete="off"
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
      <datalist id={`values-${name}`}>
        {[...known].map((one) => {
          const { word = '', count } = counts?.get(one) ?? {};
          return <option key={one} value={one} label={[choices[one] ?? word, count].filter(Boolean).join(', ')} />;
        })}
      </datalist>
    </>
  );
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** The usual periods, with their ends in ms. The days are those of the zone of the page; undefined: without an end. */
const spans: Readonly<Record<string, (present: number) => readonly [since: number, until?: number]>> = {
  'Last 5 minutes': (present) => [present - 5 * minuteMs],
  'Last hour': (present) => [present - 60 * minuteMs],
  'Last 24 hours': (present) => [present - dayMs],
  Today: (present) => [dayStart(present)],
  Yesterday: (present) => [dayStart(present, -1), dayStart(present) - 1],
  'Since yesterday': (present) => [dayStart(present, -1)],
  'Last 7 days': (present) => [present - 7 * dayMs],
};

const textOf = (ms: number | undefined): string => (ms === undefined ? '' : writeTime(ms));

/** Buttons for the usual periods, on the clock of the world. */
function Spans() {
  const choose = (ends: readonly [number, number?]): void =>
    setQuery({ since: textOf(ends[0]), until: textOf(ends[1]) });
  return (
    <div class="segments" role="group" aria-label="Period">
      {Object.entries(spans).map(([word, endsAt]) => (
        <Button key={word} kind="quiet" onClick={() => choose(endsAt(now.value ?? Date.now()))}>
          {word}
        </Button>
      ))}
    </div>
  );
}
