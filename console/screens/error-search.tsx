import type { FaxError } from '../../src/control/client/named-types.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { groupBy } from '../../src/model/shared/objects.ts';
import { Field } from '../ui/dialog.tsx';
import { errorKind, useErrors } from './fax-fields.tsx';

/** `Busy`, the most common error. */
const usualError = 17;

/** Chooses an error by its number, or by words of its message and kind. */
export function ErrorSearch() {
  const errors = useErrors('sent');
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<number>();
  const list = useRef<HTMLFieldSetElement>(null);
  const words = text.toLowerCase().split(/\s+/);
  const found = errors.filter(({ id, type, message }) => {
    const all = `${id} ${message} ${type} ${errorKind(type)}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const of = (id: number): FaxError | undefined => found.find((error) => error.id === id);
  const chosen = [picked, Number(text), usualError].map((id) => of(id ?? 0)).find(Boolean) ?? found[0];
  useLayoutEffect(() => {
    list.current
      ?.querySelector('input:checked')
      ?.closest('label')
      ?.scrollIntoView({ block: picked === undefined ? 'center' : 'nearest' });
  }, [chosen?.id]);
  /** The arrow keys move through the errors while the search has the focus. */
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || chosen === undefined) return;
    event.preventDefault();
    setPicked(found[Math.min(Math.max(found.indexOf(chosen) + by, 0), found.length - 1)]?.id);
  };
  return (
    <>
      <Field label="Search errors">
        <input
          type="search"
          value={text}
          placeholder="busy, 17, line"
          autocomplete="off"
          onKeyDown={move}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setPicked(undefined);
          }}
        />
      </Field>
      <fieldset ref={list} class="errors">
        <legend>
          Error: {found.length} of {errors.length}
        </legend>
        <div>
          <ErrorChoices found={found} chosen={chosen} onPick={setPicked} />
        </div>
      </fieldset>
    </>
  );
}

interface ErrorChoicesProps {
  readonly found: readonly FaxError[];
  readonly chosen: FaxError | undefined;
  readonly onPick: (id: number) => void;
}

/** The errors by their kinds. */
function ErrorChoices({ found, chosen, onPick }: ErrorChoicesProps) {
  return (
    <>
      {[...groupBy(found, ({ type }) => type)].map(([kind, errors]) => (
        <section key={kind} aria-label={errorKind(kind)}>
          <h3>{errorKind(kind)}</h3>
          {errors.map(({ id, type, message }) => (
            <label key={id}>
              <input
                type="radio"
                name="error"
                value={id}
                required
                checked={id === chosen?.id}
                onChange={() => onPick(id)}
              />
              <span class="error-id">{id}</span>
              <span>
                {message} <small>{type}</small>
              </span>
            </label>
          ))}
        </section>
      ))}
    </>
  );
}
