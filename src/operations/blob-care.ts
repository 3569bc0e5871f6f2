import { blobsOf } from '../domain/fax.ts';
import type { Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Blobs } from '../store/blobs.ts';
import { labels } from '../store/labels.ts';
import type { Service } from './service.ts';

type BlobService = Pick<Service, 'store' | 'blobs' | 'clock'>;

interface Care {
  /** Blobs that must stay for faxes that are about to be stored, and for how many. */
  readonly held: Map<string, number>;
  /** Blobs that are being deleted. */
  readonly deleting: Map<string, Promise<void>>;
}

const cares = new WeakMap<Blobs, Care>();

function careOf(blobs: Blobs): Care {
  const care = cares.get(blobs) ?? { held: new Map<string, number>(), deleting: new Map<string, Promise<void>>() };
  cares.set(blobs, care);
  return care;
}

/** The blobs that one piece of work needs until its fax is stored. None of them is deleted before `release`. */
export class HeldBlobs {
  readonly #service: BlobService;
  readonly #names: string[] = [];

  constructor(service: BlobService) {
    this.#service = service;
  }

  /** Stores bytes and holds them. Rejects with the Refusal `storage_failed`. */
  async put(bytes: Uint8Array): Promise<string> {
    const { blobs } = this.#service;
    const blob = await blobs.put(bytes);
    // Another fax of the same bytes may have ended, and its blob been deleted, before it was held.
    if (!(await this.hold(blob))) await blobs.put(bytes);
    return blob;
  }

  /** Holds a blob, and resolves to whether it is there. */
  async hold(blob: string): Promise<boolean> {
    const { held, deleting } = careOf(this.#service.blobs);
    held.set(blob, (held.get(blob) ?? 0) + 1);
    this.#names.push(blob);
    await deleting.get(blob);
    return this.#service.blobs.has(blob);
  }

  /** Passes all that is held on to work that goes on later; here, there is nothing left to release. */
  handOver(): HeldBlobs {
    const other = new HeldBlobs(this.#service);
    other.#names.push(...this.#names.splice(0));
    return other;
  }

  /** To be called once the work is stored, or has failed: the blobs that no fax names are deleted. */
  async release(): Promise<void> {
    const { held } = careOf(this.#service.blobs);
    const names = this.#names.splice(0);
    for (const blob of names) {
      const count = (held.get(blob) ?? 1) - 1;
      if (count > 0) held.set(blob, count);
      else held.delete(blob);
    }
    await deleteUnnamed(this.#service, names);
  }
}

/** Runs work that holds blobs, and releases them when it is done or has failed. */
export async function holding<R>(service: BlobService, work: (held: HeldBlobs) => Promise<R>): Promise<R> {
  const held = new HeldBlobs(service);
  try {
    return await work(held);
  } finally {
    await held.release();
  }
}

/** Deletes the blobs that stored changes of faxes no longer name, as long as the world is there. */
export function deleteUnnamedBlobs(service: BlobService, onFault: (fault: unknown) => void): void {
  service.store.watch(({ collection, before }) => {
    if (collection === 'faxes' && before !== undefined) {
      deleteUnnamed(service, blobsOf(before as Fax)).catch(onFault); // the collection says what it is
    }
  });
}

async function deleteUnnamed({ store, blobs, clock }: BlobService, names: readonly string[]): Promise<void> {
  if (clock.isStopped) return; // a reset deletes what the new world does not name
  const { held, deleting } = careOf(blobs);
  const isUnnamed = (blob: string): boolean =>
    !held.has(blob) && !deleting.has(blob) && store.faxes.find({ labels: [labels.blob(blob)] }).total === 0;
  await Promise.all(
    [...new Set(names)].filter(isUnnamed).map((blob) => {
      const gone = blobs.delete(blob).finally(() => deleting.delete(blob));
      deleting.set(blob, gone);
      return gone;
    }),
  );
}

/**
 * Has a received fax that keeps no file let go of its document, which stays for the webhook alone, unless an application
 * has yet to be told of it. Where the disk refuses, the next start does.
 */
export async function letGo({ store, clock }: Service, id: number): Promise<void> {
  const fax = store.faxes.get(id);
  if (clock.isStopped || fax === undefined || !isIdle(fax)) return;
  const pending = store.deliveries.find({ labels: [labels.state('pending'), labels.fax(id)] });
  if (pending.total > 0) return;
  const changed: Fax = { ...fax, document: null };
  try {
    await store.commit(() => {
      store.faxes.put(changed);
    });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'storage_failed') return;
    throw error;
  }
}

/** The same of all faxes, as after a restart: the process may have ended between telling and this. */
export function letGoOfAll(service: Service): void {
  const { store, clock } = service;
  const received = store.faxes.find({ labels: [labels.direction('received')] });
  for (const { id } of received.slice(0, received.total).filter(isIdle))
    clock.schedule(clock.now(), () => letGo(service, id));
}

const isIdle = ({ direction, file, document }: Fax): boolean =>
  direction === 'received' && file !== 'stored' && document !== null;
