import { limits } from './limits.ts';
import { Unconvertible } from './unconvertible.ts';

/** Counts the pages of one fax while they are made, so that too many are refused before they cost anything. */
export class PageCounter {
  #pages = 0;

  add(pages: number): void {
    this.#pages += pages;
    if (this.#pages > limits.pages) {
      throw new Unconvertible('overLimit', `The documents have more than ${limits.pages} pages.`);
    }
  }
}
