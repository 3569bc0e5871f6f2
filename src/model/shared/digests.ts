// Digests in plain JavaScript, because browsers offer them only in secure contexts, and a simulator in a container is often opened
// by plain HTTP.

const blockBytes = 64;

/** SHA-1 of bytes. */
export function sha1(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, false);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < view.byteLength; at += blockBytes) state = afterBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/** Pads the bytes to whole blocks, with their length at the end. */
function padded(bytes: Uint8Array, isLittleEndian: boolean): DataView {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  const [high, low] = [Math.floor(bytes.length / 2 ** 29), (bytes.length * 8) >>> 0];
  view.setUint32(all.length - 8, isLittleEndian ? low : high, isLittleEndian);
  view.setUint32(all.length - 4, isLittleEndian ? high : low, isLittleEndian);
  return view;
}

type State = readonly [number, number, number, number, number];

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

function afterBlock(before: State, view: DataView, at: number): State {
  const words = new Uint32Array(80);
  const word = (index: number): number => words[index] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 80; i++) words[i] = rotate(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
  let [a, b, c, d, e] = before;
  for (let i = 0; i < 80; i++) {
    const mixed = (rotate(a, 5) + roundOf(i, b, c, d) + e + word(i)) | 0;
    [a, b, c, d, e] = [mixed, a, rotate(b, 30), c, d];
  }
  return [before[0] + a, before[1] + b, before[2] + c, before[3] + d, before[4] + e];
}

function roundOf(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Concatenates texts and bytes. */
export function concat(parts: readonly Bytes[]): Uint8Array {
  const pieces = parts.map((part) => (typeof part === 'string' ? bytesOf(part) : part));
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A text counts as its bytes in UTF-8. */
export type Bytes = string | Uint8Array;

/** HMAC-SHA1. Source: RFC 2104. */
export function hmacSha1(key: Bytes, content: Bytes): Uint8Array {
  const keyBytes = concat([key]);
  const block = new Uint8Array(blockBytes);
  block.set(keyBytes.length > blockBytes ? sha1(keyBytes) : keyBytes);
  const inner = sha1(concat([block.map((byte) => byte ^ 0x36), content]));
  return sha1(concat([block.map((byte) => byte ^ 0x5c), inner]));
}

/** MD5. Source: RFC 1321. */
export function md5(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, true);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < view.byteLength; at += blockBytes) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let i = 0; i < 64; i++) {
      const [mixed, index] = md5Round(i, b, c, d);
      const sum = a + mixed + (sines[i] ?? 0) + view.getUint32(at + index * 4, true);
      const turned = rotate(sum | 0, shifts[(i >> 4) * 4 + (i % 4)] ?? 0);
      [a, d, c, b] = [d, c, b, (b + turned) | 0];
    }
    for (const [index, word] of [a, b, c, d].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word, true);
  return new Uint8Array(digest.buffer);
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

function md5Round(i: number, b: number, c: number, d: number): readonly [mixed: number, word: number] {
  if (i < 16) return [(b & c) | (~b & d), i];
  if (i < 32) return [(d & b) | (~d & c), (5 * i + 1) % 16];
  if (i < 48) return [b ^ c ^ d, (3 * i + 5) % 16];
  return [c ^ (b | ~d), (7 * i) % 16];
}

/** SHA-256 of bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes, false);
  let state = Int32Array.from(roots(Math.sqrt, 8));
  for (let at = 0; at < view.byteLength; at += blockBytes) state = afterSha256Block(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, one] of state.entries()) digest.setInt32(index * 4, one);
  return new Uint8Array(digest.buffer);
}

function afterSha256Block(before: Int32Array<ArrayBuffer>, view: DataView, at: number): Int32Array<ArrayBuffer> {
  const words = new Uint32Array(64);
  const word = (index: number): number => words[index] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++)
    words[i] = mixOf(word(i - 2), 15, 13, 10) + word(i - 7) + mixOf(word(i - 15), 25, 14, 3) + word(i - 16);
  const state = before.slice();
  const of = (index: number): number => state[index] ?? 0;
  for (let i = 0; i < 64; i++) {
    const turned = rotate(of(4), 26) ^ rotate(of(4), 21) ^ rotate(of(4), 7);
    const first = of(7) + turned + ((of(4) & of(5)) ^ (~of(4) & of(6))) + (cubeRoots[i] ?? 0) + word(i);
    const other =
      (rotate(of(0), 30) ^ rotate(of(0), 19) ^ rotate(of(0), 10)) +
      ((of(0) & of(1)) ^ (of(0) & of(2)) ^ (of(1) & of(2)));
    state.copyWithin(1, 0, 7);
    state[4] = of(4) + first;
    state[0] = first + other;
  }
  return state.map((one, index) => one + (before[index] ?? 0));
}

const mixOf = (word: number, one: number, other: number, by: number): number =>
  rotate(word, one) ^ rotate(word, other) ^ (word >>> by);

/** The first 32 bits of the fractions of the roots of the first primes. */
function roots(root: (of: number) => number, count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32) | 0);
}

const cubeRoots = roots(Math.cbrt, 64);

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
