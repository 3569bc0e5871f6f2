/** A word found in a text, and its replacement. */
interface FoundWord {
  readonly found: string;
  readonly word: string;
  readonly start: number;
}

type Entry = readonly [found: string, word: string];

/** Words are looked up by this number of first letters; shorter words by all their letters. */
const headCharacters = 6;

/**
 * Replaces words in texts. Words can be arbitrarily long, unlike in a regular expression. A text is scanned once, regardless of the
 * number of words.
 */
export class ReplacedWords {
  /** The words by their first letters, the longest first. */
  readonly #byHead = new Map<string, Entry[]>();
  readonly #headLengths: readonly number[];
  /** Whether a word may begin with a pair of letters, of which only the lower bytes count. */
  readonly #begins = new Uint8Array(0x1_00_00);

  constructor(words: readonly Entry[]) {
    const known = [...new Map(words)].filter(([found]) => found !== '');
    for (const entry of known.toSorted(([one], [other]) => other.length - one.length)) {
      const head = entry[0].slice(0, headCharacters);
      const alike = this.#byHead.get(head);
      if (alike === undefined) this.#byHead.set(head, [entry]);
      else alike.push(entry);
      const pair = pairAt(head, 0);
      if (head.length > 1) this.#begins[pair] = 1;
      else this.#begins.fill(1, pair & 0xff_00, (pair & 0xff_00) + 0x1_00);
    }
    this.#headLengths = [...new Set([...this.#byHead.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);
  }

  /** Replaces each word in the text by the result of `replace`. */
  replaceIn(text: string, replace: (word: FoundWord) => string): string {
    let shown = '';
    let from = 0;
    for (let start = 0; start < text.length; start++) {
      const entry = this.#begins[pairAt(text, start)] === 1 ? this.#wordAt(text, start) : undefined;
      if (entry === undefined) continue;
      const [found, word] = entry;
      shown += text.slice(from, start) + replace({ found, word, start });
      from = start + found.length;
      start = from - 1;
    }
    return from === 0 ? text : shown + text.slice(from);
  }

  #wordAt(text: string, start: number): Entry | undefined {
    for (const length of this.#headLengths) {
      const alike = this.#byHead.get(text.slice(start, start + length));
      const entry = alike?.find(([found]) => text.startsWith(found, start));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}

/** The lower bytes of two letters; 0 after the end. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);
