import { inflateSync } from 'node:zlib';

/** A table of a TrueType file. */
type FontTable = Uint8Array;

/** The tables that a font in a PDF needs besides the outlines. A font without hints lacks some. */
const keptTables = ['cvt ', 'fpgm', 'head', 'hhea', 'hmtx', 'maxp', 'prep'];

/** The parts of a TrueType font that are needed to set text in a PDF. Lengths are in thousandths of the font size. */
export class FontFile {
  readonly name: string;
  readonly ascent: number;
  readonly descent: number;
  readonly box: readonly number[];
  readonly #tables: ReadonlyMap<string, FontTable>;
  readonly #glyphs: ReadonlyMap<number, number>;
  readonly #unitsPerEm: number;
  readonly #advances: number;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.#tables = tablesOf(bytes);
    this.#glyphs = glyphsByCodePoint(this.#view('cmap'));
    const head = this.#view('head');
    const hhea = this.#view('hhea');
    this.#unitsPerEm = head.getUint16(18);
    this.#advances = hhea.getUint16(34);
    this.ascent = this.#thousandths(hhea.getInt16(4));
    this.descent = this.#thousandths(hhea.getInt16(6));
    this.box = [36, 38, 40, 42].map((offset) => this.#thousandths(head.getInt16(offset)));
  }

  /** The glyph of a character; undefined when the font has none. */
  glyphOf(codePoint: number): number | undefined {
    return this.#glyphs.get(codePoint);
  }

  advanceOf(glyph: number): number {
    const entry = Math.min(glyph, this.#advances - 1);
    return this.#thousandths(this.#view('hmtx').getUint16(entry * 4));
  }

  /** The file with the outlines of these glyphs only. Glyphs keep their numbers. */
  subset(glyphs: Iterable<number>): Uint8Array {
    const glyphsWithParts = this.#withParts(glyphs);
    const count = this.#view('maxp').getUint16(4);
    const loca = new DataView(new ArrayBuffer((count + 1) * 4));
    const outlines: Uint8Array[] = [];
    let length = 0;
    for (let glyph = 0; glyph < count; glyph++) {
      loca.setUint32(glyph * 4, length);
      if (!glyphsWithParts.has(glyph)) continue;
      const outline = this.#outline(glyph);
      outlines.push(outline);
      length += outline.length;
    }
    loca.setUint32(count * 4, length);
    const tables = keptTables
      .filter((tag) => this.#tables.has(tag))
      .map((tag): [string, FontTable] => [tag, tag === 'head' ? this.#headOfLongPlaces() : this.#table(tag)]);
    return fileOf([...tables, ['glyf', Buffer.concat(outlines)], ['loca', new Uint8Array(loca.buffer)]]);
  }

  /** The head table for outlines with 32-bit offsets in bytes. */
  #headOfLongPlaces(): Uint8Array {
    const head = Uint8Array.from(this.#table('head'));
    viewOf(head).setInt16(50, 1);
    return head;
  }

  /** The glyphs with all their component glyphs, and the glyph for missing characters. */
  #withParts(glyphs: Iterable<number>): Set<number> {
    const all = new Set([0, ...glyphs]);
    for (const glyph of all) for (const part of partsOf(viewOf(this.#outline(glyph)))) all.add(part);
    return all;
  }

  #outline(glyph: number): Uint8Array {
    const loca = this.#view('loca');
    const isLong = this.#view('head').getInt16(50) === 1;
    const at = (index: number) => (isLong ? loca.getUint32(index * 4) : loca.getUint16(index * 2) * 2);
    return this.#table('glyf').subarray(at(glyph), at(glyph + 1));
  }

  #thousandths(units: number): number {
    return Math.round((units * 1000) / this.#unitsPerEm);
  }

  #table(tag: string): FontTable {
    const table = this.#tables.get(tag);
    if (!table) throw new Error(`The font ${this.name} has no table ${tag}.`);
    return table;
  }

  #view(tag: string): DataView {
    return viewOf(this.#table(tag));
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const woffSignature = 0x774f4646; // 'wOFF'

/** The tables of a TrueType or WOFF font. WOFF compresses each table if that makes it smaller. */
function tablesOf(bytes: Uint8Array): Map<string, FontTable> {
  const view = viewOf(bytes);
  const isWoff = view.getUint32(0) === woffSignature;
  const [first, size, countAt] = isWoff ? [44, 20, 12] : [12, 16, 4];
  const [startAt, lengthAt] = isWoff ? [4, 8] : [8, 12];
  const entries = Array.from({ length: view.getUint16(countAt) }, (_, index) => first + index * size);
  return new Map(
    entries.map((entry) => {
      const [start, length] = [view.getUint32(entry + startAt), view.getUint32(entry + lengthAt)];
      const table = bytes.subarray(start, start + length);
      const tag = String.fromCharCode(...bytes.subarray(entry, entry + 4));
      return [tag, length === view.getUint32(entry + 12) ? table : inflateSync(table)];
    }),
  );
}

/** Reads the character map in format 12, which covers all of Unicode; otherwise in format 4, which covers the first plane. */
function glyphsByCodePoint(cmap: DataView): Map<number, number> {
  const offsets = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(8 + index * 8));
  const startOf = (form: number): number | undefined => offsets.find((offset) => cmap.getUint16(offset) === form);
  const [whole, plane] = [startOf(12), startOf(4)];
  if (whole !== undefined) return glyphsByGroup(cmap, whole);
  return plane === undefined ? new Map<number, number>() : glyphsBySegment(cmap, plane);
}

function glyphsBySegment(cmap: DataView, start: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const bytes = cmap.getUint16(start + 6);
  const [ends, starts] = [start + 14, start + 16 + bytes];
  for (let at = 0; at < bytes; at += 2) {
    const last = Math.min(cmap.getUint16(ends + at), 0xfffe);
    const delta = cmap.getUint16(starts + bytes + at);
    const offsetAt = starts + 2 * bytes + at;
    const offset = cmap.getUint16(offsetAt);
    for (let first = cmap.getUint16(starts + at), codePoint = first; codePoint <= last; codePoint++) {
      const listed = offset === 0 ? codePoint : cmap.getUint16(offsetAt + offset + 2 * (codePoint - first));
      if (listed !== 0) glyphs.set(codePoint, (listed + delta) & 0xffff);
    }
  }
  return glyphs;
}

function glyphsByGroup(cmap: DataView, start: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let group = 0; group < cmap.getUint32(start + 12); group++) {
    const at = start + 16 + group * 12;
    const [first, last, glyph] = [cmap.getUint32(at), cmap.getUint32(at + 4), cmap.getUint32(at + 8)];
    for (let codePoint = first; codePoint <= last; codePoint++) glyphs.set(codePoint, glyph + codePoint - first);
  }
  return glyphs;
}

/** The component glyphs of a composite outline. */
function* partsOf(outline: DataView): Generator<number> {
  if (outline.byteLength === 0 || outline.getInt16(0) >= 0) return;
  const [wordArguments, hasScale, hasMore, hasTwoScales, hasMatrix] = [0x1, 0x8, 0x20, 0x40, 0x80];
  let at = 10;
  for (let flags = hasMore; flags & hasMore;) {
    flags = outline.getUint16(at);
    yield outline.getUint16(at + 2);
    at += flags & wordArguments ? 8 : 6;
    if (flags & hasScale) at += 2;
    else if (flags & hasTwoScales) at += 4;
    else if (flags & hasMatrix) at += 8;
  }
}

function fileOf(tables: readonly [string, FontTable][]): Uint8Array {
  const inOrder = tables.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const aligned = inOrder.map(([, table]) => Math.ceil(table.length / 4) * 4);
  const file = new Uint8Array(12 + tables.length * 16 + aligned.reduce((sum, length) => sum + length, 0));
  const view = viewOf(file);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 2 ** power * 16);
  view.setUint16(8, power);
  view.setUint16(10, tables.length * 16 - 2 ** power * 16);
  let start = 12 + tables.length * 16;
  for (const [index, [tag, table]] of inOrder.entries()) {
    const entry = 12 + index * 16;
    file.set(Buffer.from(tag, 'latin1'), entry);
    file.set(table, start);
    const end = start + (aligned[index] ?? 0);
    view.setUint32(entry + 4, checksum(view, start, end));
    view.setUint32(entry + 8, start);
    view.setUint32(entry + 12, table.length);
    start = end;
  }
  return file;
}

function checksum(view: DataView, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
