const controlCharacter = /\p{Cc}/u;

/** Whether text has a line break, a NUL or another control character. */
export const hasControlCharacter = (text: string): boolean => controlCharacter.test(text);

/**
 * Reads an absolute URL; undefined for text that is none. The URL parser takes out control characters and reads the rest:
 * that would be another URL than the one that was given, so text with such a character is none.
 */
export const readUrl = (text: string): URL | undefined =>
  URL.canParse(text) && !hasControlCharacter(text) ? new URL(text) : undefined;
