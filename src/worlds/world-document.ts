import { createHash } from 'node:crypto';
import { paceNames } from '../domain/pace.ts';
import type { PaceName } from '../domain/pace.ts';
import { Refusal } from '../domain/refusal.ts';
import { lastInstant } from '../domain/world-clock.ts';
import { blobsOf } from '../operations/blob-care.ts';
import type { Blobs } from '../store/blobs.ts';
import type { Contents } from '../store/contents.ts';
import { readContents } from '../store/read-contents.ts';
import { StoreImage } from '../store/store-image.ts';
import type { WorldImage } from './image.ts';

const format = 'faxsim world';
const version = 1;

/** All that a world is, as one JSON document; scenarios apart, which are files of their own. */
export interface WorldDocument {
  readonly format: typeof format;
  readonly version: typeof version;
  readonly seed: number;
  readonly pace: PaceName;
  /** `now` in ms since the epoch. */
  readonly clock: { readonly now: number; readonly pace: number };
  readonly contents: Contents;
  /** In base64, by name: the SHA-256 of what is in it. */
  readonly blobs: Readonly<Record<string, string>>;
}

/** A document that was read: what a world is to be, and the files that its records need. */
export interface ImportedWorld {
  readonly image: WorldImage & { readonly seed: number; readonly pace: PaceName };
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

export async function writeDocument(
  image: WorldImage,
  { seed, pace, now, blobs }: { seed: number; pace: PaceName; now: number; blobs: Blobs },
): Promise<WorldDocument> {
  const contents = image.store.contents();
  const files: Record<string, string> = {};
  for (const name of new Set(contents.faxes.flatMap(blobsOf))) {
    const bytes = await blobs.get(name);
    if (bytes !== undefined) files[name] = Buffer.from(bytes).toString('base64');
  }
  return { format, version, seed, pace, clock: { now, pace: image.clockPace }, contents, blobs: files };
}

/** Checks the whole of a document before anything is made of it. Throws the Refusal `invalid` that names what is wrong. */
export function readDocument(value: object): ImportedWorld {
  const { format: named, version: written, seed, pace, clock, contents, blobs } = value as Record<string, unknown>;
  if (named !== format) throw wrong(`format is not "${format}": it is no export of a world`);
  if (written !== version)
    throw wrong(`version is ${JSON.stringify(written)}, but this faxsim reads version ${version}`);
  if (!Number.isSafeInteger(seed)) throw wrong('seed is not a whole number');
  const paceName = paceNames.find((known) => known === pace);
  if (paceName === undefined) throw wrong(`pace is not one of ${paceNames.join(', ')}`);
  const read = readContents(contents);
  const files = readBlobs(blobs);
  for (const [index, fax] of read.faxes.entries()) {
    const missing = blobsOf(fax).find((name) => !files.has(name));
    if (missing !== undefined) throw wrong(`contents.faxes[${index}] needs the file ${missing}, which is not in blobs`);
  }
  const own = { seed: seed as number, pace: paceName };
  return { image: { ...own, ...readClock(clock), store: StoreImage.of(read), scenarios: [] }, blobs: files };
}

const fastestPace = 100_000;

function readClock(clock: unknown): Pick<WorldImage, 'time' | 'clockPace'> {
  const { now, pace } = (clock ?? {}) as Record<string, unknown>;
  if (typeof now !== 'number' || !(Math.abs(now) <= lastInstant)) throw wrong('clock.now is not a time in ms');
  if (typeof pace !== 'number' || !(pace >= 0 && pace <= fastestPace)) throw wrong('clock.pace is not a pace');
  return { time: now, clockPace: pace };
}

function readBlobs(blobs: unknown): Map<string, Uint8Array> {
  if (typeof blobs !== 'object' || blobs === null || Array.isArray(blobs)) throw wrong('blobs is not an object');
  return new Map(
    Object.entries(blobs).map(([name, text]: [string, unknown]) => {
      const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
      const isIt = createHash('sha256').update(bytes).digest('hex') === name;
      if (!isIt) throw wrong(`blobs.${name.slice(0, 80)} is not, in base64, the file of that name`);
      return [name, bytes];
    }),
  );
}

const wrong = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
