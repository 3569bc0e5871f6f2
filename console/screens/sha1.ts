const blockBytes = 64;

/**
 * SHA-1 of bytes. The browser has it for secure contexts only, and a simulator in a container is often opened by plain
 * HTTP.
 */
export function sha1(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < padded.length; at += blockBytes) state = afterBlock(state, view, at);
  const digest = new DataView(new ArrayBuffer(20));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
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

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const concat = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
};

/** HMAC-SHA1 of a text, as RFC 2104 has it. */
export function hmacSha1(key: string, text: string): Uint8Array {
  const keyBytes = bytesOf(key);
  const block = new Uint8Array(blockBytes);
  block.set(keyBytes.length > blockBytes ? sha1(keyBytes) : keyBytes);
  const inner = sha1(
    concat(
      block.map((byte) => byte ^ 0x36),
      bytesOf(text),
    ),
  );
  return sha1(
    concat(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

/** SHA-1 of a text. */
export const sha1OfText = (text: string): Uint8Array => sha1(bytesOf(text));

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
