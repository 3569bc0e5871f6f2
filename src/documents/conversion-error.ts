import { pagesMax } from '../model/domain/fax.ts';

/**
 * The service's document conversion error for each cause. The service names the errors without their causes, so all but
 * the first three are assumed.
 */
export const errorIds = {
  unknownType: 128,
  unsupportedType: 129,
  xml: 130,
  brokenPdf: 133,
  brokenImage: 4,
  notConverted: 4,
  overLimit: 69,
} as const;

/** The error of a document that cannot be converted. `convert` returns it as its result. */
export class ConversionError extends Error {
  override readonly name = 'Unconvertible';
  readonly errorId: number;

  constructor(error: keyof typeof errorIds, reason: string) {
    super(reason);
    this.errorId = errorIds[error];
  }
}

/** The limits of the documents of one fax; a larger document fails with `overLimit`. */
export const limits = {
  pages: pagesMax,
  /** Pixels of an image or frame: a Letter page at 1,200 dpi. */
  pixels: 135_000_000,
  /** Characters of an HTML document; parsing takes about 100 ms for each million. */
  htmlCharacters: 5_000_000,
  /** Open elements at once. The time for parsing grows with the square of their number; these take 350 ms. */
  htmlDepth: 25_000,
} as const;

/** Counts the pages of one fax while they are made. Too many pages are refused before they cost time. */
export class PageCounter {
  #pages = 0;

  add(pages: number): void {
    this.#pages += pages;
    if (this.#pages > limits.pages) {
      throw new ConversionError('overLimit', `The documents have more than ${limits.pages} pages.`);
    }
  }
}
