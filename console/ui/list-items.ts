interface Item {
  readonly id: number | string;
}

/** The items of a list, as arrays have them; of a long list, those that were read. */
export interface ListItems<T extends Item = Item> {
  readonly length: number;
  at(index: number): T | undefined;
  /** -1: there is none. */
  findIndex(is: (item: T) => boolean): number;
  /** Reads an item of a long list that was not read yet. */
  read?(index: number): Promise<T | undefined>;
}

/** A text of an item, which is made once for each: a list is searched with each letter. */
export function remembered<T extends object>(textOf: (item: T) => string): (item: T) => string {
  const known = new WeakMap<T, string>();
  return (item) => {
    const text = known.get(item) ?? textOf(item);
    known.set(item, text);
    return text;
  };
}
