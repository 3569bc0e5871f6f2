import { blobsOf } from '../domain/fax.ts';
import type { Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Blobs } from '../store/blobs.ts';
import { labels } from '../store/labels.ts';
import type { Service } from './service.ts';

/** Blobs that were put for faxes that are about to be stored, and for how many. */
const held = new WeakMap<Blobs, Map<string, number>>();

/** Keeps bytes for a fax that is about to be stored: nobody lets go of them until `release`. */
export async function hold(blobs: Blobs, bytes: Uint8Array): Promise<string> {
  const blob = await blobs.put(bytes);
  count(blobs, blob, 1);
  // Another fax of the same bytes may have ended, and let go of them, before they were held.
  if (!(await blobs.has(blob))) await blobs.put(bytes);
  return blob;
}

/** To be called in the commit that stores the fax. */
export const release = (blobs: Blobs, blob: string): void => count(blobs, blob, -1);

function count(blobs: Blobs, blob: string, change: number): void {
  const counts = held.get(blobs) ?? new Map<string, number>();
  held.set(blobs, counts);
  const now = (counts.get(blob) ?? 0) + change;
  if (now > 0) counts.set(blob, now);
  else counts.delete(blob);
}

/** Lets go of the blobs that a fax needed and needs no more, unless another fax does. To be called after the commit. */
export async function freeBlobs(
  { store, blobs }: Pick<Service, 'store' | 'blobs'>,
  before: Fax,
  after?: Fax,
): Promise<void> {
  const kept = new Set(after === undefined ? [] : blobsOf(after));
  const idle = blobsOf(before).filter(
    (blob) =>
      !kept.has(blob) &&
      held.get(blobs)?.has(blob) !== true &&
      store.faxes.find({ labels: [labels.blob(blob)] }).total === 0,
  );
  await Promise.all(idle.map((blob) => blobs.delete(blob)));
}

/**
 * Has a received fax that keeps no file let go of its document, which stays for the webhook alone, unless an application
 * has yet to be told of it. Where the disk refuses, the next start does.
 */
export async function letGo({ store, blobs, clock }: Service, id: number): Promise<void> {
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
  await freeBlobs({ store, blobs }, fax, changed);
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
