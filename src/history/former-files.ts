import { blobsOf } from '../domain/fax.ts';
import { isIn } from '../store/store.ts';
import type { Committed } from '../store/store.ts';

/** The files of a world, as its history needs them. */
export interface FormerFileStore {
  /** How many bytes of memory a file takes up. */
  sizeOf(blob: string): number;
  /** Has a sweep look whether these still have a name. */
  suspect(blobs: Iterable<string>): void;
}

/** The files that changed records have named before, and that are needed to take the changes back. */
export class FormerFiles {
  readonly #files: FormerFileStore;
  /** By name, with the number of changes that need it. */
  readonly #needed = new Map<string, { count: number; readonly bytes: number }>();
  #bytes = 0;

  constructor(files: FormerFileStore) {
    this.#files = files;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(blob: string): boolean {
    return this.#needed.has(blob);
  }

  /** Keeps the files that a change has taken the name from. Returns how many bytes of memory that takes. */
  keepLost(change: Committed): number {
    const before = this.#bytes;
    for (const blob of lostIn(change)) {
      const known = this.#needed.get(blob);
      if (known !== undefined) {
        known.count += 1;
        continue;
      }
      const bytes = this.#files.sizeOf(blob);
      this.#needed.set(blob, { count: 1, bytes });
      this.#bytes += bytes;
    }
    return this.#bytes - before;
  }

  /** The change is not taken back any more. */
  forget(change: Committed): void {
    const lost = lostIn(change);
    for (const blob of lost) {
      const known = this.#needed.get(blob);
      if (known === undefined || --known.count > 0) continue;
      this.#needed.delete(blob);
      this.#bytes -= known.bytes;
    }
    if (lost.length > 0) this.#files.suspect(lost);
  }
}

function lostIn(change: Committed): readonly string[] {
  if (!isIn('faxes', change) || change.before === undefined) return none;
  const { before, record } = change;
  if (record?.sources === before.sources && record.document === before.document) return none;
  const remaining = new Set(record && blobsOf(record));
  return blobsOf(before).filter((blob) => !remaining.has(blob));
}

const none: readonly string[] = [];
