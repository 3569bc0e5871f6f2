/** The TIFF tags that are read here. Source: TIFF 6.0, and the DNG specification for the two photometric values. */
const tags = {
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripLengths: 279,
  xResolution: 282,
  yResolution: 283,
  subDirectories: 330,
  jpeg: 513,
  jpegLength: 514,
} as const;
const rawPhotometrics = [32_803, 34_892];

/** The lengths and offsets of classic TIFF, and of BigTIFF. */
const layouts = {
  42: { first: 4, countBytes: 2, entryBytes: 12, valueAt: 8, wordBytes: 4 },
  43: { first: 8, countBytes: 8, entryBytes: 20, valueAt: 12, wordBytes: 8 },
} as const;

type Layout = (typeof layouts)[keyof typeof layouts];

/** Whether bytes begin like a TIFF, in either byte order and of either kind. */
export const isTiff = (bytes: Uint8Array): boolean => new TiffReader(bytes).layout !== undefined;

/**
 * Whether a TIFF contains a camera's raw data. A scan may have a camera's tags, too, but only raw data have its
 * photometric values. Canon's files say so in their header.
 */
export function isCameraRaw(bytes: Uint8Array): boolean {
  if (bytes[8] === 0x43 && bytes[9] === 0x52) return true;
  const reader = new TiffReader(bytes);
  return reader.directories(directoriesMax).some((at) => {
    const all = [at, ...reader.valuesOf(at, tags.subDirectories).slice(0, directoriesMax)];
    return all.some((one) => rawPhotometrics.includes(reader.valuesOf(one, tags.photometric)[0] ?? 0));
  });
}

const directoriesMax = 16;

/** The height of a pixel relative to its width, for each of the first frames; 1 if the file does not tell. */
export function pixelHeightsOfTiff(bytes: Uint8Array, frames: number): number[] {
  const reader = new TiffReader(bytes);
  const known = reader.directories(frames).map((at) => {
    const [x, y] = [reader.rationalOf(at, tags.xResolution), reader.rationalOf(at, tags.yResolution)];
    return x === undefined || y === undefined ? 1 : x / y;
  });
  return Array.from({ length: frames }, (_, frame) => known[frame] ?? 1);
}

/** The compression with TIFF 6.0's JPEG. Later scanners do not use it, and image libraries do not read it. */
const oldJpeg = 6;

/**
 * The frames of a TIFF with old-style JPEG, each as its JPEG. A frame of another kind is undefined, and so is the
 * result without any JPEG. Office scanners store a whole JPEG at the offset in its tag, or as the only strip.
 */
export function oldJpegsOfTiff(bytes: Uint8Array, framesMax: number): (Uint8Array | undefined)[] | undefined {
  const reader = new TiffReader(bytes);
  const frames = reader.directories(framesMax).map((at) => {
    const [compression] = reader.valuesOf(at, tags.compression);
    return compression === oldJpeg ? jpegAt(bytes, reader, at) : undefined;
  });
  return frames.some((jpeg) => jpeg !== undefined) ? frames : undefined;
}

function jpegAt(bytes: Uint8Array, reader: TiffReader, directory: number): Uint8Array | undefined {
  const places = [
    [tags.jpeg, tags.jpegLength],
    [tags.stripOffsets, tags.stripLengths],
  ] as const;
  const [orientation = 1] = reader.valuesOf(directory, tags.orientation);
  for (const [placeTag, lengthTag] of places) {
    const [[place, next], [length]] = [reader.valuesOf(directory, placeTag), reader.valuesOf(directory, lengthTag)];
    if (place === undefined || next !== undefined) continue;
    const jpeg = bytes.subarray(place, length === undefined || length === 0 ? undefined : place + length);
    if (isWholeJpeg(jpeg)) return orientation === 1 ? jpeg : turned(jpeg, orientation);
  }
  return undefined;
}

/** Whether bytes are a JPEG with an image: some TIFFs have only its tables there. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at + 1] === startOfScan) return true;
  }
  return false;
}

const startOfScan = 0xda;

/** The JPEG with its TIFF's orientation, as Exif data. */
function turned(jpeg: Uint8Array, orientation: number): Uint8Array {
  const head = Buffer.from(
    'ffe10022' + '457869660000' + '4d4d002a00000008' + '0001' + '011200030000000100000000' + '00000000',
    'hex',
  );
  head.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), head, jpeg.subarray(2)]);
}

/** The sizes of the integer types in bytes: SHORT, LONG, IFD, LONG8, IFD8. */
const bytesByType: Readonly<Record<number, number>> = { 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

/** Reads numbers of a TIFF. Numbers outside of the file count as missing: the image library reports them. */
class TiffReader {
  readonly layout: Layout | undefined;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const order = bytes[0] === bytes[1] ? bytes[0] : undefined;
    this.#isLittle = order === 0x49;
    const version = order === 0x49 || order === 0x4d ? this.#number(2, 2) : undefined;
    this.layout = version === 42 || version === 43 ? layouts[version] : undefined;
  }

  /** The offsets of the first `most` directories, one for each frame. */
  directories(most: number): number[] {
    const found: number[] = [];
    if (this.layout === undefined) return found;
    const { first, countBytes, entryBytes, wordBytes } = this.layout;
    let at = this.#number(first, wordBytes);
    while (at !== undefined && at > 0 && found.length < most && !found.includes(at)) {
      found.push(at);
      const count = this.#number(at, countBytes) ?? 0;
      at = this.#number(at + countBytes + count * entryBytes, wordBytes);
    }
    return found;
  }

  /** The integers of a tag; empty if the directory lacks it. */
  valuesOf(directory: number, tag: number): number[] {
    const entry = this.#entryOf(directory, tag);
    if (entry === undefined || this.layout === undefined) return [];
    const { valueAt, wordBytes } = this.layout;
    const size = bytesByType[this.#number(entry + 2, 2) ?? 0];
    const count = Math.min(this.#number(entry + 4, wordBytes) ?? 0, directoriesMax);
    if (size === undefined) return [];
    const isInside = count * size <= wordBytes;
    const start = isInside ? entry + valueAt : this.#number(entry + valueAt, wordBytes);
    if (start === undefined) return [];
    return Array.from({ length: count }, (_, at) => this.#number(start + at * size, size) ?? 0);
  }

  /** The value of a tag with a rational number. */
  rationalOf(directory: number, tag: number): number | undefined {
    const entry = this.#entryOf(directory, tag);
    if (entry === undefined || this.layout === undefined) return undefined;
    const { valueAt, wordBytes } = this.layout;
    const start = wordBytes === 8 ? entry + valueAt : this.#number(entry + valueAt, wordBytes);
    if (start === undefined) return undefined;
    const [over, under] = [this.#number(start, 4), this.#number(start + 4, 4)];
    return over === undefined || under === undefined ? undefined : over / under;
  }

  #entryOf(directory: number, tag: number): number | undefined {
    if (this.layout === undefined) return undefined;
    const { countBytes, entryBytes } = this.layout;
    const count = this.#number(directory, countBytes) ?? 0;
    for (let entry = directory + countBytes; entry < directory + countBytes + count * entryBytes; entry += entryBytes) {
      const known = this.#number(entry, 2);
      if (known === undefined) return undefined;
      if (known === tag) return entry;
    }
    return undefined;
  }

  /** The number at an offset; undefined outside of the file. */
  #number(at: number, bytes: number): number | undefined {
    if (!(at >= 0) || at + bytes > this.#view.byteLength) return undefined;
    if (bytes === 2) return this.#view.getUint16(at, this.#isLittle);
    if (bytes === 4) return this.#view.getUint32(at, this.#isLittle);
    return Number(this.#view.getBigUint64(at, this.#isLittle));
  }
}
