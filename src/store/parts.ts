import type { Adapter } from 'lowdb';
import type { PartData } from './part-data.ts';
import { PartFile } from './part-file.ts';
import type { Key } from './timeline.ts';

/** A part as it was found on disk. */
export interface FoundPart extends Pick<PartData, 'highestKey'> {
  readonly number: number;
  readonly records: Iterable<readonly [Key, unknown]>;
}

/** Makes the file of a part, which need not exist yet. */
export type FileOfPart = (number: number) => { readonly file: string; readonly adapter: Adapter<unknown> };

/** All parts of one collection. A record stays in the part that it was added to; new ones go to the last part. */
export class Parts {
  readonly #fileOf: FileOfPart;
  readonly #homes = new Map<Key, PartFile>();
  readonly #all: PartFile[] = [];
  #last: PartFile | undefined;
  #lastNumber = 0;

  /** The parts as found, in ascending order of their numbers. */
  constructor(fileOf: FileOfPart, found: Iterable<FoundPart>) {
    this.#fileOf = fileOf;
    for (const part of found) this.#add(part);
  }

  /** Adds, replaces or (with undefined) deletes a record; returns the part that is to be saved now. */
  set(key: Key, record: unknown): PartFile | undefined {
    const home = this.#homes.get(key) ?? (record === undefined ? undefined : this.#newHome(key));
    home?.set(key, record);
    return home;
  }

  /** Has no part remember a higher key than this one, and one of them this one; returns those that are to be saved now. */
  setHighestKey(key: Key | null): PartFile[] {
    const lowered = this.#all.filter((part) => part.lowerHighestKey(key));
    if (key === null || this.#all.some((part) => part.highestKey === key)) return lowered;
    const last = this.#last ?? this.#add({ number: 1, highestKey: null, records: [] });
    last.raiseHighestKey(key);
    return [...lowered, last];
  }

  #newHome(key: Key): PartFile {
    const last = this.#last;
    const home =
      last?.isFull === false ? last : this.#add({ number: this.#lastNumber + 1, highestKey: null, records: [] });
    this.#homes.set(key, home);
    return home;
  }

  #add({ number, highestKey, records }: FoundPart): PartFile {
    const onGone = (key: Key): void => {
      this.#homes.delete(key);
    };
    const part = new PartFile({ ...this.#fileOf(number), highestKey, records, onGone });
    for (const [key] of records) this.#homes.set(key, part);
    this.#all.push(part);
    this.#last = part;
    this.#lastNumber = number;
    return part;
  }
}
