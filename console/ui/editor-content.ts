/** A remark about a line of the text. */
export interface LineRemark {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly tone: 'bad' | 'mixed';
  readonly text: string;
}

/** A word that fits at the cursor. */
export interface Completion {
  readonly word: string;
  /** Empty if the word is a value. */
  readonly meaning: string;
  /** The text to insert; for a key, with its colon. */
  readonly text: string;
}

/** The words that fit at the cursor, and the part of them that is already typed. */
export interface Completions {
  readonly begun: string;
  readonly all: readonly Completion[];
}
