import type { Fax } from '../domain/fax.ts';
import { labels } from '../store/labels.ts';
import type { Service } from './service.ts';

/** The blobs that a fax needs: what it is made from, and what was made of it. */
export function blobsOf({ sources, document }: Fax): string[] {
  const uploads = sources.flatMap((source) => ('blob' in source ? [source.blob] : []));
  return document === null ? uploads : [...uploads, document];
}

/** Lets go of the blobs that a fax needed and needs no more, unless another fax does. To be called after the commit. */
export async function freeBlobs(
  { store, blobs }: Pick<Service, 'store' | 'blobs'>,
  before: Fax,
  after?: Fax,
): Promise<void> {
  const kept = new Set(after === undefined ? [] : blobsOf(after));
  const idle = blobsOf(before).filter(
    (blob) => !kept.has(blob) && store.faxes.find({ labels: [labels.blob(blob)] }).total === 0,
  );
  await Promise.all(idle.map((blob) => blobs.delete(blob)));
}
