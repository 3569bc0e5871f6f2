import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { route } from '../router.ts';
import { Button } from './button.tsx';
import type { ListItems } from './list-items.ts';

interface Selectable {
  readonly id: number;
}

/** The selected items of a list, each as it was when it was selected. */
export class Selection<T extends Selectable> {
  /** The selected items by id; undefined outside of a selection, when no row has a box. */
  readonly items = signal<ReadonlyMap<number, T> | undefined>(undefined);
  #list: ListItems<T>;
  /** The start of a range: the item that was selected last. */
  #from: number | undefined;

  constructor(list: ListItems<T>) {
    this.#list = list;
  }

  /** Updates the selection when the list has been rebuilt, as after each new item. */
  follow(list: ListItems<T>): void {
    this.#list = list;
  }

  begin(): void {
    this.items.value ??= new Map();
  }

  end(): void {
    this.items.value = undefined;
    this.#from = undefined;
  }

  set(items: readonly T[]): void {
    this.items.value = new Map(items.map((item) => [item.id, item]));
  }

  drop(ids: readonly number[]): void {
    this.set([...(this.items.value ?? new Map<number, T>()).values()].filter(({ id }) => !ids.includes(id)));
  }

  toggle(item: T): void {
    const items = new Map(this.items.value);
    if (!items.delete(item.id)) items.set(item.id, item);
    this.items.value = items;
    this.#from = item.id;
  }

  /** Selects all items from the one that was selected last to this one. */
  async reach(item: T): Promise<void> {
    const placeOf = (id: number | undefined): number => this.#list.findIndex((one) => one.id === id);
    const [from, to] = [placeOf(this.#from), placeOf(item.id)];
    if (from < 0 || to < 0) {
      this.toggle(item);
      return;
    }
    const found: T[] = [];
    for (let place = Math.min(from, to); place <= Math.max(from, to); place++) {
      const one = this.#list.at(place) ?? (await this.#list.read?.(place));
      if (one !== undefined) found.push(one);
    }
    this.set([...(this.items.peek() ?? new Map<number, T>()).values(), ...found]);
    this.#from = item.id;
  }

  /** The item that the page shows beside the list. */
  current(): T | undefined {
    const place = this.#list.findIndex(({ id }) => String(id) === route.peek().id);
    return place < 0 ? undefined : this.#list.at(place);
  }
}

/** The selection of a list, and its keys. Another list (another `key`) begins without a selection. */
export function useSelection<T extends Selectable>(key: string, noun: string, list: ListItems<T>): Selection<T> {
  const selection = useMemo(() => new Selection(list), [key]);
  selection.follow(list);
  useEffect(() => () => selection.end(), [selection]);
  const keys = useMemo(() => {
    const take = (how: 'toggle' | 'reach') => (): void => {
      const item = selection.current();
      if (item === undefined) selection.begin();
      else void selection[how](item);
    };
    return [
      { keys: 'x', meaning: `Select the ${noun}`, run: take('toggle') },
      { keys: 'X', meaning: `Select all from the last selected to this ${noun}`, run: take('reach') },
    ];
  }, [selection, noun]);
  useKeys(keys);
  const isOn = selection.items.value !== undefined;
  useKeys(useMemo(() => (isOn ? [endKey(selection)] : []), [selection, isOn]));
  return selection;
}

const endKey = (selection: { end: () => void }) => ({
  keys: 'Escape',
  meaning: 'End the selection',
  run: () => selection.end(),
});

interface BoxProps<T extends Selectable> {
  readonly selection: Selection<T>;
  readonly item: T;
  readonly noun: string;
}

/** The box of a row during a selection. A click with Shift also selects the rows in between. */
export function SelectBox<T extends Selectable>({ selection, item, noun }: BoxProps<T>) {
  const selected = selection.items.value;
  if (selected === undefined) return null;
  return (
    <input
      type="checkbox"
      aria-label={`Select ${noun} ${item.id}`}
      checked={selected.has(item.id)}
      onClick={(event) => {
        if (event.shiftKey) void selection.reach(item);
        else selection.toggle(item);
      }}
    />
  );
}

interface SelectButtonProps<T extends Selectable> {
  readonly selection: Selection<T>;
  /** `faxes`. */
  readonly noun: string;
}

/** Begins a selection, or ends it. */
export function SelectButton<T extends Selectable>({ selection, noun }: SelectButtonProps<T>) {
  const isOn = selection.items.value !== undefined;
  return (
    <Button
      icon="select"
      label={`Select ${noun}`}
      title={`Select ${noun} (x)`}
      isLocal
      isPressed={isOn}
      onClick={() => (isOn ? selection.end() : selection.begin())}
    />
  );
}
