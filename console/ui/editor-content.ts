/** A remark about a line of the text. */
export interface LineRemark {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly tone: 'bad' | 'mixed';
  readonly text: string;
}

/** A word that can stand at the cursor. */
export interface Completion {
  readonly word: string;
  /** Empty for a value. */
  readonly meaning: string;
  /** Text with the colon of a key. */
  readonly text: string;
}

/** The words that can stand at the cursor, and the part of them before it. */
export interface Completions {
  readonly begun: string;
  readonly all: readonly Completion[];
}
