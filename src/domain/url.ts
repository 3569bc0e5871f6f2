const controlCharacter = /\p{Cc}/u;

/** Whether text has a line break, a NUL or another control character. */
export const hasControlCharacter = (text: string): boolean => controlCharacter.test(text);

/**
 * Reads an absolute URL; undefined for text that is none. The URL parser removes control characters and reads the rest.
 * That is another URL than the given one, so text with such a character is refused.
 */
export const readUrl = (text: string): URL | undefined =>
  URL.canParse(text) && !hasControlCharacter(text) ? new URL(text) : undefined;
