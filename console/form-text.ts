/** The trimmed text of a field; undefined for an empty one. */
export function usefulText(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The trimmed, non-empty lines of a text. */
export const linesOf = (text: string, between = /\n/): readonly string[] =>
  text.split(between).flatMap((line) => line.trim() || []);

/** The name and the value of a line such as `case=7` or `case: 7`. */
export function pairOf(line: string): readonly [name: string, value: string] {
  const [, name = line, value = ''] = /^([^=:]+)[=:](.*)$/.exec(line) ?? [];
  return [name.trim(), value.trimStart()];
}

/** The parameter of a line such as `case=7`: `tag[case]` is 7. */
export function tagOf(parameter: string, line: string): readonly [name: string, value: string] {
  const [name, value] = pairOf(line);
  return [`${parameter}[${name}]`, value];
}
