import { hidden, redact, decodeEscapes } from './redaction.ts';

/** The secrets of a simulator: its key pairs and its tokens. The journal hides them in every place. */
export interface KnownSecrets {
  /** Those of the world that a request belongs to, in any form. */
  readonly texts: readonly string[];
  /** Whether a word is a key or a secret of any world. */
  readonly has: (word: string) => boolean;
}

/** Keys and secrets, as they are made; those that people choose are among the texts of their world. */
const word = /[\w-]{8,}/g;

/** The text without known secrets. */
export const withoutKnown = (text: string, { texts, has }: KnownSecrets): string =>
  redact(text, texts).replace(word, (found) => (has(found) ? hidden : found));

/** Levels of escapes in a path that are read; real paths have fewer. A part with more is hidden whole. */
const mostEscapes = 8;

/** A path without the texts that `clean` finds in it, or in its parts after any number of unescapings. */
export const cleanPath = (path: string, clean: (text: string) => string): string =>
  clean(path)
    .split('/')
    .map((part) => cleanPart(part, clean))
    .join('/');

function cleanPart(part: string, clean: (text: string) => string): string {
  let plain = part;
  for (let times = 0; times < mostEscapes && plain.includes('%'); times++) {
    plain = decodeEscapes(plain);
    const safe = clean(plain);
    if (safe !== plain) return safe.replace(/[%/\s]/g, encodeURIComponent);
  }
  return plain !== part && /%[\da-f]{2}/i.test(plain) ? hidden : part;
}
