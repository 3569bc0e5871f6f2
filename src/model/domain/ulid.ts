import { draw } from './draws.ts';
import type { Fax } from './fax.ts';
import { transmissionsOf } from './transmission.ts';
import type { Transmission } from './transmission.ts';

/**
 * The record behind an id of v3: a fax and the position of one of its recipients, or a record that only v3 has, at
 * position 0. An id is a ULID whose 80 random bits contain this reference. So no index and no stored field is needed,
 * and records of old worlds have ids too.
 */
interface IdSource {
  readonly id: number;
  /** The position of the recipient. */
  readonly index: number;
  /** Ms since the epoch. */
  readonly createdAt: number;
}

/** The kinds of records with ids. Ids of different kinds differ even if numbers and times are the same. */
type IdKind = 'fax' | 'service' | 'coverPage';

/** Crockford's base 32. Source: the ULID specification. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const timeLength = 10;
const halfLength = 8;
const timeMax = 2 ** 48 - 1;

// The 80 bits after the time are 44 for the id of the record, 12 for the position, and 24 that only the seed can check. From position
// 4096 on, as in a fax to 5000 numbers, the position has 24 bits and the check 12; ids of lower positions stay as they were.
const idSpace = 2 ** 44;
const lowIdSpace = 2 ** 4;
const usualLayout: Layout = { indexSpace: 2 ** 12, checkSpace: 2 ** 24 };
const wideLayout: Layout = { indexSpace: 2 ** 24, checkSpace: 2 ** 12 };

/** The numbers of values for the position and for the check. */
interface Layout {
  readonly indexSpace: number;
  readonly checkSpace: number;
}

const isUsual = (index: number): boolean => index < usualLayout.indexSpace;

/** The time in an id, in whole ms. */
export const timeInId = (ms: number): number => Math.min(Math.max(Math.floor(ms), 0), timeMax);

/** The id of a record, `01HDF5S9P29WC29J578J8EKC1C`. Ids of one kind sort by time, then by number. */
export function writeId(seed: number, kind: IdKind, { id, index, createdAt: at }: IdSource): string {
  const createdAt = timeInId(at);
  const shifted = (id + offsetOf(seed, kind)) % idSpace;
  const high = Math.floor(shifted / lowIdSpace);
  const { indexSpace, checkSpace } = isUsual(index) ? usualLayout : wideLayout;
  const check = Math.floor(chanceOf(seed, kind, { id, index, createdAt }) * checkSpace);
  const low = ((shifted % lowIdSpace) * indexSpace + index) * checkSpace + check;
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
 * The record in an id of that seed and kind, whether or not it still exists; undefined for any other text. Compare the
 * time of the record too, because another record can have the same number.
 */
export function readId(seed: number, kind: IdKind, text: string): IdSource | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text)) return undefined;
  const upper = text.toUpperCase();
  const createdAt = decode(upper.slice(0, timeLength));
  const high = decode(upper.slice(timeLength, timeLength + halfLength));
  const low = decode(upper.slice(timeLength + halfLength));
  for (const layout of [usualLayout, wideLayout]) {
    const { indexSpace, checkSpace } = layout;
    const place = Math.floor(low / checkSpace);
    const shifted = high * lowIdSpace + Math.floor(place / indexSpace);
    const id = (shifted - offsetOf(seed, kind) + idSpace) % idSpace;
    const source = { id, index: place % indexSpace, createdAt };
    const isMeant = isUsual(source.index) === (layout === usualLayout);
    if (isMeant && low % checkSpace === Math.floor(chanceOf(seed, kind, source) * checkSpace)) return source;
  }
  return undefined;
}

/** The cached offset of each kind, which all ids of a world share. */
const offsets = new Map<IdKind, { readonly seed: number; readonly offset: number }>();

/** The offset of a kind, added to each number, so that small ids do not begin with zeros, and depend on the seed. */
function offsetOf(seed: number, kind: IdKind): number {
  const known = offsets.get(kind);
  if (known?.seed === seed) return known.offset;
  const offset = Math.floor((draw(seed, 'ulid', kind) * idSpace) / 2);
  offsets.set(kind, { seed, offset });
  return offset;
}

const chanceOf = (seed: number, kind: IdKind, { id, index, createdAt }: IdSource): number =>
  draw(seed, 'ulid', kind, id, index, createdAt);

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
