import { blobsOf } from '../../model/domain/fax.ts';
import { isIn } from '../../store/memory/store.ts';
import type { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import { isCommitted } from './step-change.ts';
import type { StepChange } from './step-change.ts';

/** Files that changed records named before the change, and that reverting the change needs. */
export class NeededFiles {
  readonly #files: Pick<SweptBlobs, 'sizeOf' | 'suspect'>;
  /** The number of changes that need each file. */
  readonly #needed = new Map<string, { count: number; readonly bytes: number }>();

  constructor(files: Pick<SweptBlobs, 'sizeOf' | 'suspect'>) {
    this.#files = files;
  }

  has(blob: string): boolean {
    return this.#needed.has(blob);
  }

  /** Keeps the files that a change no longer names. Returns the bytes of memory that they take. */
  keep(change: StepChange): number {
    let added = 0;
    for (const blob of lostIn(change)) {
      const known = this.#needed.get(blob);
      const bytes = known?.bytes ?? this.#files.sizeOf(blob);
      if (known === undefined) added += bytes;
      this.#needed.set(blob, { count: (known?.count ?? 0) + 1, bytes });
    }
    return added;
  }

  /** Releases the files of a change that will not be reverted. Returns the freed bytes of memory. */
  leave(change: StepChange): number {
    let freed = 0;
    const lost = lostIn(change);
    for (const blob of lost) {
      const known = this.#needed.get(blob);
      if (known === undefined || --known.count > 0) continue;
      this.#needed.delete(blob);
      freed += known.bytes;
    }
    if (lost.length > 0) this.#files.suspect(lost);
    return freed;
  }
}

function lostIn(change: StepChange): readonly string[] {
  if (!isCommitted(change) || !isIn('faxes', change) || change.before === undefined) return none;
  const { before, record } = change;
  if (record?.sources === before.sources && record.document === before.document) return none;
  const remaining = new Set(record && blobsOf(record));
  return blobsOf(before).filter((blob) => !remaining.has(blob));
}

const none: readonly string[] = [];
