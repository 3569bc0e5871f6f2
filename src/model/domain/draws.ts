// In the context of a test runner, each read of a global such as Math costs more than the hash of a character.
const { imul, floor } = Math;

/**
 * A number in [0, 1) that depends on its arguments alone: the same seed and parts give the same draw, whatever else was
 * drawn before. (MurmurHash3's 32-bit mixing, run twice with different seeds for 53 bits.)
 */
export function draw(seed: number, ...parts: readonly (string | number)[]): number {
  const text = parts.join('\u0000');
  const [high, low] = begin(seed);
  return fraction(end(mix(high, text), text.length), end(mix(low, text), text.length));
}

/** The draws `draw(seed, ...parts, 0)`, `draw(seed, ...parts, 1)` and so on, which hash their common parts once. */
export function drawSeries(length: number, seed: number, ...parts: readonly (string | number)[]): number[] {
  const common = `${parts.join('\u0000')}\u0000`;
  const [first, second] = begin(seed);
  const [high, low] = [mix(first, common), mix(second, common)];
  return Array.from({ length }, (_none, index) => {
    const text = String(index);
    const all = common.length + text.length;
    return fraction(end(mix(high, text), all), end(mix(low, text), all));
  });
}

/** A number in [0, 1) of 53 bits. */
const fraction = (high: number, low: number): number =>
  ((high >>> 5) * 67_108_864 + (low >>> 6)) / 9_007_199_254_740_992;

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
  return drawSeries(length, seed, ...parts)
    .map((drawn) => letters.charAt(floor(drawn * letters.length)))
    .join('');
}

/** The two initial hashes of a seed. Seeds have 53 bits; non-negative ones of 32 bits are used unchanged. */
const begin = (seed: number) => [beginOne(seed), beginOne(~seed)] as const;
const beginOne = (seed: number): number => (seed | 0) ^ imul(floor(seed / 2 ** 32), 0x9e3779b1);

/** Mixes a text into a hash. */
function mix(before: number, text: string): number {
  let hash = before;
  for (let index = 0; index < text.length; index++) {
    let unit = imul(text.charCodeAt(index), 0xcc9e2d51);
    unit = imul((unit << 15) | (unit >>> 17), 0x1b873593);
    hash ^= unit;
    hash = (imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  return hash;
}

/** Finishes the hash of a text of this length. */
function end(mixed: number, length: number): number {
  let hash = mixed ^ length;
  hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
