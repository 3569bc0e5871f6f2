import { mostPages } from '../domain/fax.ts';
import { ConversionError } from './conversion-error.ts';

/** The limits of the documents of one fax; a larger document fails with `overLimit`. */
export const limits = {
  pages: mostPages,
  /** Of one image or frame: a Letter page at 1,200 dpi. */
  pixels: 135_000_000,
  /** Of one HTML document; parsing takes about 100 ms for each million. */
  htmlCharacters: 5_000_000,
  /** Of elements that are open at once: the time for parsing grows with the square of their number, 350 ms for these. */
  htmlDepth: 25_000,
} as const;

/** Counts the pages of one fax while they are made, so that too many are refused before they cost anything. */
export class PageCounter {
  #pages = 0;

  add(pages: number): void {
    this.#pages += pages;
    if (this.#pages > limits.pages) {
      throw new ConversionError('overLimit', `The documents have more than ${limits.pages} pages.`);
    }
  }
}
