import { mostPages } from '../domain/fax.ts';

/** What one fax's documents may have; a document beyond it fails with `overLimit`. */
export const limits = {
  pages: mostPages,
  /** Of one image or frame: a Letter page at 1,200 dpi. */
  pixels: 135_000_000,
  /** Of one HTML document; parsing takes about 100 ms for each million. */
  htmlCharacters: 5_000_000,
  /** Of elements that are open at once: the time for parsing grows with the square of their number, 350 ms for these. */
  htmlDepth: 25_000,
} as const;
