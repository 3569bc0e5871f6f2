import type { WorldEvidence } from './evidence.ts';

/** `request 3`, or `request 3 of "a busy line"` if there are several worlds. */
export const nameIn = (what: string, { name }: WorldEvidence): string =>
  name === null ? what : `${what} of ${JSON.stringify(name)}`;

const namedMax = 3;

/** `request 1, request 2, request 3 and 5 more`: the names of items, each once. */
export function listedNames(items: readonly { readonly name: string }[]): string {
  const names = [...new Set(items.map(({ name }) => name))];
  const more = names.length > namedMax ? ` and ${names.length - namedMax} more` : '';
  return `${names.slice(0, namedMax).join(', ')}${more}`;
}
