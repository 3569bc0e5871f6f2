import { baseName } from '../../src/model/shared/scenario-text.ts';

/** The text of a copy, with a name of its own: `my-no-answer`, or `my-no-answer-2` if `names` has that one. */
export function copyOf(source: string, named: string, names: readonly string[]): string {
  const plain = `my-${baseName(named)}`;
  let name = plain;
  for (let number = 2; names.includes(name); number++) name = `${plain}-${number}`;
  return source.replace(/^name:.*$/m, `name: ${name}`);
}
