/** A word found in a text, and the one for it. */
interface FoundWord {
  readonly found: string;
  readonly word: string;
  readonly start: number;
}

type Entry = readonly [found: string, word: string];

/** Letters by which words are looked up; a shorter word is looked up by all of its letters. */
const headCharacters = 6;

/**
 * Words to replace in texts: any text can be one, however long, which a regular expression of them could not hold. A text is read
 * once, however many they are.
 */
export class ReplacedWords {
  /** The words that begin alike, the longest first. */
  readonly #byHead = new Map<string, Entry[]>();
  readonly #headLengths: readonly number[];
  /** For each pair of letters, whether a word may begin with it: a letter counts by its lower byte. */
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

  /** The text with what `replace` gives in place of each word. */
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

/** The lower bytes of two letters; behind the last one, 0. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);
