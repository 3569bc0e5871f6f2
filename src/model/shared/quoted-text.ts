/**
 * Changes a text for its reader, except the parts that others wrote: texts in quotes, and `message`, such as the refusal
 * of a request, if the text has it.
 */
export function changeOwnWords(
  text: string,
  message: string | null | undefined,
  change: (own: string) => string,
): string {
  const changeUnquoted = (part: string): string =>
    part
      .split(/("(?:\\.|[^"\\])*")/)
      .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
      .join('');
  const at = message ? text.lastIndexOf(message) : -1;
  if (!message || at < 0) return changeUnquoted(text);
  return changeUnquoted(text.slice(0, at)) + message + changeUnquoted(text.slice(at + message.length));
}
