interface Item {
  readonly id: number | string;
}

/** The items of a list, with methods of arrays. A long list has only the items that were read. */
export interface ListItems<T extends Item = Item> {
  readonly length: number;
  at(index: number): T | undefined;
  /** Returns -1 if no item matches. */
  findIndex(is: (item: T) => boolean): number;
  /** Reads an item of a long list that has not been read yet. */
  read?(index: number): Promise<T | undefined>;
}

/** Makes the text of an item only once, because a list is searched again with each letter. */
export function remembered<T extends object>(textOf: (item: T) => string): (item: T) => string {
  const known = new WeakMap<T, string>();
  return (item) => {
    const text = known.get(item) ?? textOf(item);
    known.set(item, text);
    return text;
  };
}
