/** One frame of a TIFF, with its strip already encoded. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** 1: none, 2: CCITT modified Huffman (the coding of Group 3). */
  readonly compression: 1 | 2;
  readonly strip: Uint8Array;
  /** Dots per inch, across and down. */
  readonly resolution?: readonly [number, number];
  /** Further entries: their tags with short values. */
  readonly more?: Readonly<Record<number, number>>;
}

/** Writes a black and white TIFF, of as many frames as given. */
export function tiff(frames: readonly Frame[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let start = 8;
  for (const [index, frame] of frames.entries()) {
    const part = directory(frame, start, index === frames.length - 1);
    parts.push(part);
    start += part.length;
  }
  return Buffer.concat(parts);
}

const short = 3;
const long = 4;
const rational = 5;

function directory(
  { width, height, compression, strip, resolution = [204, 196], more = {} }: Frame,
  start: number,
  isLast: boolean,
) {
  const entryCount = 11 + Object.keys(more).length;
  const afterEntries = start + 2 + entryCount * 12 + 4;
  const stripAt = afterEntries + 16;
  const end = stripAt + strip.length + (strip.length % 2);
  const entries = [
    [256, long, width],
    [257, long, height],
    [258, short, 1],
    [259, short, compression],
    [262, short, 0], // 0 is white
    [273, long, stripAt],
    [277, short, 1],
    [278, long, height],
    [279, long, strip.length],
    [282, rational, afterEntries],
    [283, rational, afterEntries + 8],
    ...Object.entries(more).map(([tag, value]) => [Number(tag), short, value]),
  ].sort(([one = 0], [other = 0]) => one - other);
  const bytes = Buffer.alloc(end - start);
  bytes.writeUInt16LE(entryCount, 0);
  for (const [index, [tag = 0, type = 0, value = 0]] of entries.entries()) {
    const at = 2 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  bytes.writeUInt32LE(isLast ? 0 : end, 2 + entryCount * 12);
  for (const [index, dots] of resolution.entries()) {
    bytes.writeUInt32LE(dots, afterEntries - start + index * 8);
    bytes.writeUInt32LE(1, afterEntries - start + index * 8 + 4);
  }
  bytes.set(strip, stripAt - start);
  return bytes;
}

/** Rows of a fax of 1,728 dots, all of them black, in the coding of Group 3: no white, a run of 1,728 black, none. */
export function blackFaxRows(rows: number): Uint8Array {
  const bits = '00110101' + '0000001100101' + '0000110111' + '0';
  const row = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  return Buffer.concat(Array.from({ length: rows }, () => row));
}
