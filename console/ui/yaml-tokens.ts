/** A part of a line, and its colour; undefined for plain text. */
interface Token {
  readonly text: string;
  readonly kind: 'comment' | 'string' | 'key' | 'param' | undefined;
}

const pattern =
  /(?<comment>(?<=^|\s)#.*$)|(?<string>(?<!')'(?:[^']|'')*'|(?<!\\)"(?:[^"\\]|\\.)*")|(?<key>(?<![\w.*-])[\w.*-]+(?=:(?:\s|$)))|(?<param>\$\{[^}$]*\})/g;

/** Splits a line of YAML into parts. Strings over several lines are not recognized, because colours need not be exact. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of line.matchAll(pattern)) {
    if (index > end) tokens.push({ text: line.slice(end, index), kind: undefined });
    const kind = (['comment', 'string', 'key', 'param'] as const).find((name) => groups[name] !== undefined);
    tokens.push({ text, kind });
    end = index + text.length;
  }
  if (end < line.length) tokens.push({ text: line.slice(end), kind: undefined });
  return tokens;
}
