// In the context of a test runner, each read of a global such as Math costs more than the hash of a character.
const { imul, floor } = Math;

/**
 * A number in [0, 1) that depends on its arguments alone: the same seed and parts give the same draw, whatever else was
 * drawn before. (MurmurHash3's 32-bit mixing, run twice with different seeds for 53 bits.)
 */
export function draw(seed: number, ...parts: readonly (string | number)[]): number {
  const text = parts.join('\u0000');
  const high = hash32(text, seed) >>> 5;
  const low = hash32(text, ~seed) >>> 6;
  return (high * 67_108_864 + low) / 9_007_199_254_740_992;
}

/** A whole number from `min` to `max`, both included. */
export function drawInteger(
  range: { min: number; max: number },
  seed: number,
  ...parts: readonly (string | number)[]
): number {
  return range.min + floor(draw(seed, ...parts) * (range.max - range.min + 1));
}

const letters = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Draws a text of `length` lower-case letters and digits. */
export function drawText(length: number, seed: number, ...parts: readonly (string | number)[]): string {
  const letter = (_none: unknown, index: number): string =>
    letters.charAt(drawInteger({ min: 0, max: letters.length - 1 }, seed, ...parts, index));
  return Array.from({ length }, letter).join('');
}

function hash32(text: string, seed: number): number {
  // Seeds have 53 bits; those from 0 up that fit into 32 are taken as they are.
  let hash = (seed | 0) ^ imul(floor(seed / 2 ** 32), 0x9e3779b1);
  for (let index = 0; index < text.length; index++) {
    let unit = imul(text.charCodeAt(index), 0xcc9e2d51);
    unit = imul((unit << 15) | (unit >>> 17), 0x1b873593);
    hash ^= unit;
    hash = (imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= text.length;
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
