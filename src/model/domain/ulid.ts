import { draw } from './draws.ts';
import type { Fax } from './fax.ts';
import { transmissionsOf } from './transmission.ts';
import type { Transmission } from './transmission.ts';

/**
 * A record behind an id of v3: a fax and the position of one of its recipients, or a record that only v3 has, at position 0. An id is
 * a ULID whose 80 bits of chance hold this reference, so that no index and no stored field is needed, and old worlds have ids too.
 */
interface IdSource {
  readonly id: number;
  /** The position of the recipient. */
  readonly index: number;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** The kinds of records that have ids; each has ids of its own, also where numbers and times are the same. */
type IdKind = 'fax' | 'service' | 'coverPage';

/** Crockford's base 32. Source: the ULID specification. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const timeLength = 10;
const halfLength = 8;
const timeMax = 2 ** 48 - 1;

// The 80 bits after the time: 44 for the id of the record, 12 for the position, 24 that only the seed can check.
const idSpace = 2 ** 44;
const indexSpace = 2 ** 12;
const checkSpace = 2 ** 24;
const lowIdSpace = 2 ** 4;

/** A time as ids have it, in whole ms. */
export const timeInId = (ms: number): number => Math.min(Math.max(Math.floor(ms), 0), timeMax);

/** The id of a record, `01HDF5S9P29WC29J578J8EKC1C`. Ids of one kind sort by time, then by number. */
export function writeId(seed: number, kind: IdKind, { id, index, createdAt: at }: IdSource): string {
  const createdAt = timeInId(at);
  const shifted = (id + offsetOf(seed, kind)) % idSpace;
  const high = Math.floor(shifted / lowIdSpace);
  const low =
    ((shifted % lowIdSpace) * indexSpace + index) * checkSpace + checkOf(seed, kind, { id, index, createdAt });
  return encode(createdAt, timeLength) + encode(high, halfLength) + encode(low, halfLength);
}

/** The id of a transmission. */
export const transmissionId = (seed: number, { fax: { id, createdAt }, index }: Transmission): string =>
  writeId(seed, 'fax', { id, createdAt, index });

/** The ids of a fax, one for each transmission. */
export const transmissionIds = (seed: number, fax: Fax): string[] =>
  transmissionsOf(fax).map((one) => transmissionId(seed, one));

type OwnIdRecord = Pick<IdSource, 'id' | 'createdAt'>;

export const serviceId = (seed: number, { id, createdAt }: OwnIdRecord): string =>
  writeId(seed, 'service', { id, index: 0, createdAt });

export const coverPageId = (seed: number, { id, createdAt }: OwnIdRecord): string =>
  writeId(seed, 'coverPage', { id, index: 0, createdAt });

/**
 * The record in an id of that seed and kind, whether or not it is still there; undefined for any other text. The time of the
 * record itself must be compared, since another one can have its number.
 */
export function readId(seed: number, kind: IdKind, text: string): IdSource | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text)) return undefined;
  const upper = text.toUpperCase();
  const high = decode(upper.slice(timeLength, timeLength + halfLength));
  const low = decode(upper.slice(timeLength + halfLength));
  const place = Math.floor(low / checkSpace);
  const shifted = high * lowIdSpace + Math.floor(place / indexSpace);
  const source = {
    id: (shifted - offsetOf(seed, kind) + idSpace) % idSpace,
    index: place % indexSpace,
    createdAt: decode(upper.slice(0, timeLength)),
  };
  return low % checkSpace === checkOf(seed, kind, source) ? source : undefined;
}

/** The latest offset of each kind: all ids of a world have the same. */
const offsets = new Map<IdKind, { readonly seed: number; readonly offset: number }>();

/** The number of a kind's record 0: small ids do not begin with zeros, and differ by seed. */
function offsetOf(seed: number, kind: IdKind): number {
  const known = offsets.get(kind);
  if (known?.seed === seed) return known.offset;
  const offset = Math.floor((draw(seed, 'ulid', kind) * idSpace) / 2);
  offsets.set(kind, { seed, offset });
  return offset;
}

const checkOf = (seed: number, kind: IdKind, { id, index, createdAt }: IdSource): number =>
  Math.floor(draw(seed, 'ulid', kind, id, index, createdAt) * checkSpace);

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = alphabet.charAt(rest % 32) + text;
  return text;
}

function decode(text: string): number {
  let value = 0;
  for (const letter of text) value = value * 32 + alphabet.indexOf(letter);
  return value;
}
